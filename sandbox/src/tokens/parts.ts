// What the parts of the simulated token service are created with.

import type { OutboxParts } from '../party/outbox.ts';
import type { PartyContext } from '../party/party.ts';
import type { Safe } from './numbers.ts';
import type { TokenStore } from './tokens.store.ts';

export interface TokenParts
  extends Pick<PartyContext, 'journal' | 'clock' | 'ids'>, Pick<OutboxParts, 'deliver' | 'post'> {
  readonly store: TokenStore;
  readonly safe: Safe;
  /** Whether news may be sent to this URL. */
  readonly mayNotify: (url: URL) => boolean;
}

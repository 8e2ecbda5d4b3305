// What the parts of the simulated token service are created with, and how they write.

import { defect } from '@bramka/gateway/core/assert.ts';
import type { Clock } from '@bramka/gateway/core/clock.ts';
import type { Ids } from '@bramka/gateway/core/id.ts';
import type { Draft, Journal } from '@bramka/gateway/journal/entry.ts';
import type { OutboxParts } from '../party/outbox.ts';
import type { Safe } from './numbers.ts';
import { ONE_PER_NUMBER, ONE_PER_REQUEST } from './rows.ts';
import type { TokenStore } from './tokens.store.ts';

export interface TokenParts extends Pick<OutboxParts, 'deliver' | 'post'> {
  readonly journal: Journal;
  readonly store: TokenStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly safe: Safe;
  /** Whether news may be sent to this URL. */
  readonly mayNotify: (url: URL) => boolean;
}

/** Each lost race means that another change succeeded, so this many are a defect. */
export const MAX_RACES = 1_000;

const races = [ONE_PER_REQUEST, ONE_PER_NUMBER, 'token_cryptograms_pkey'];

/** False if another write won the race. */
export async function commitToken({ journal }: TokenParts, draft: Draft): Promise<boolean> {
  const result = await journal.commit(draft);
  if (result.kind === 'conflict' && !races.includes(result.constraint)) {
    return defect(`the token service violated the constraint ${result.constraint}`);
  }
  return result.kind === 'committed';
}

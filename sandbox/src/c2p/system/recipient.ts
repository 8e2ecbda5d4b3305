// To whom checkout responses are encrypted: the key that was registered last, or a key of the
// gateway in the same process, which is made with the first checkout.

import type { GatewayCredentials } from '../../party/party.ts';
import type { CheckoutStore } from '../c2p.store.ts';
import { readRecipient, type Recipient } from './response.ts';

const KIND = 'C2P_ENCRYPTION';

interface RecipientParts {
  readonly store: Pick<CheckoutStore, 'recipient'>;
  /** Undefined if the gateway is another process. */
  readonly gatewayCredentials: () => GatewayCredentials | undefined;
}

/** Undefined if there is no key. */
export async function findRecipient(parts: RecipientParts): Promise<Recipient | undefined> {
  const registered = await parts.store.recipient();
  if (registered) return readRecipient(registered.kid, registered.publicKey);
  const tools = parts.gatewayCredentials();
  if (!tools) return undefined;
  const found = (await tools.list({ kind: KIND })).findLast(({ status }) => status === 'ACTIVE');
  const { credentialId, publicKey } =
    found ??
    (await tools.create({ kind: KIND, merchantId: null, name: 'sandbox', algorithm: 'EC' }));
  return readRecipient(credentialId, publicKey);
}

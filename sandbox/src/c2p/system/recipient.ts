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
  const { credentialId, publicKey } = (await newest(tools)) ?? (await make(tools));
  return readRecipient(credentialId, publicKey);
}

interface PublicKey {
  readonly credentialId: string;
  /** SubjectPublicKeyInfo in base64. */
  readonly publicKey: string;
}

async function newest(tools: GatewayCredentials): Promise<PublicKey | undefined> {
  const found = (await tools.list({ kind: KIND })).findLast(({ status }) => status === 'ACTIVE');
  return found && { ...found, publicKey: found.publicKey.toString('base64') };
}

const make = (tools: GatewayCredentials): Promise<PublicKey> =>
  tools.create({ kind: KIND, merchantId: null, name: 'sandbox', algorithm: 'EC' });

// The values of credentials as they are stored: sealed with a root key and bound to their row, so
// that a value moved to another merchant, provider or account does not open.

import type { Keyring, Sealer } from '../../core/keys/keyring.ts';
import { open, secret, type Secret } from '../../core/secret.ts';
import type { Credentials } from './credentials.ts';
import type { CredentialRow } from './credential.store.ts';

export const PURPOSE = 'provider credentials';

type Owner = Pick<CredentialRow, 'merchantId' | 'credentialId' | 'provider' | 'account'>;

function bindingOf({ merchantId, credentialId, provider, account }: Owner): string {
  return fieldsBinding([merchantId, credentialId, provider, account ?? '']);
}

/** The parts as the rotation of root keys reads them: merchant, id, provider, account or empty. */
export function fieldsBinding(parts: readonly string[]): string {
  return `1|provider_credentials|${parts.join('|')}|sealed_fields`;
}

export function sealFields(sealer: Sealer, owner: Owner, fields: Credentials): Buffer {
  const plain = Object.entries(fields).map(([name, value]) => [name, open(value)] as const);
  return sealer(JSON.stringify(Object.fromEntries(plain)), bindingOf(owner));
}

export async function unsealFields(ring: Keyring, row: CredentialRow): Promise<Credentials> {
  const plain = await ring.unseal(PURPOSE, row.sealedFields, bindingOf(row));
  const values = Object.entries(JSON.parse(plain.toString()) as Record<string, string>);
  return Object.fromEntries(
    values.map(([name, value]): [string, Secret<string>] => [name, secret(value)]),
  );
}

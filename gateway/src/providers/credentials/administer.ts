// The operator's changes to the credentials of merchants at providers. New values of the same
// account replace the old ones at once. Another account, and the return to the installation, count
// for attempts that start a little later, when every node knows of it.

import type { Clock } from '../../core/clock.ts';
import type { Ids } from '../../core/id.ts';
import type { Keyring } from '../../core/keys/keyring.ts';
import { invalid, refuse } from '../../core/refusals.ts';
import { open } from '../../core/secret.ts';
import { bumpMerchant, type MerchantStore } from '../../merchants/merchant.store.ts';
import type { Database, Queryable } from '../../storage/database.ts';
import { UniqueViolation } from '../../storage/errors.ts';
import type { Provider } from '../provider.ts';
import type { CredentialField } from './credential-field.ts';
import type { Credentials } from './credentials.ts';
import {
  clearCredentials,
  endUse,
  insertCredential,
  listCredentials,
  replaceFields,
  type CredentialRow,
} from './credential.store.ts';
import type { CredentialLookups } from './lookup.ts';
import { PURPOSE, sealFields } from './sealed-fields.ts';

/** One second until every node knows of a change, and two by which their clocks may differ. */
export const SWITCH_MS = 3000;

interface CredentialToolParts {
  readonly database: Database;
  readonly ring: Keyring;
  readonly clock: Pick<Clock, 'now'>;
  readonly ids: Ids;
  readonly merchants: Pick<MerchantStore, 'findSince'>;
  readonly providers: readonly Provider[];
  readonly lookups: Pick<CredentialLookups, 'forget'>;
}

export type ProviderCredentialTools = ReturnType<typeof createCredentialTools>;

export function createCredentialTools(parts: CredentialToolParts) {
  const { database, clock } = parts;
  /** In the transaction only `tx` may be used: the embedded database has one session. */
  const change = async (
    merchantId: string,
    provider: string,
    work: (tx: Queryable, before: CredentialRow | undefined) => Promise<CredentialRow>,
  ): Promise<CredentialRow> => {
    const { version, row } = await database.transaction(async (tx) => {
      const bumped = await bumpMerchant(tx, merchantId, clock.now());
      if (bumped === undefined) return refuse('MERCHANT_NOT_FOUND');
      return { version: bumped, row: await work(tx, await readInUse(tx, merchantId, provider)) };
    });
    await parts.merchants.findSince(merchantId, version);
    return row;
  };
  return {
    async set(merchantId: string, name: string, fields: Credentials): Promise<CredentialRow> {
      const provider = parts.providers.find((one) => one.name === name);
      const account = checkFields(provider ?? refuse('PROVIDER_NOT_FOUND'), fields);
      const sealer = await parts.ring.sealer(PURPOSE);
      const credentialId = parts.ids.next();
      return change(merchantId, name, async (tx, before) => {
        const now = clock.now();
        const isSame = before !== undefined && before.account === account;
        const owner = isSame ? before : { merchantId, credentialId, provider: name, account };
        const fieldNames = Object.keys(fields);
        const sealed = { fieldNames, sealedFields: sealFields(sealer, owner, fields) };
        if (isSame) {
          const row = { ...before, ...sealed, version: before.version + 1, changedAt: now };
          await replaceFields(tx, row);
          return row;
        }
        const usedFrom = now + SWITCH_MS;
        const times = { createdAt: now, changedAt: now, usedFrom, usedUntil: null };
        const row = { ...owner, ...sealed, version: 1, ...times };
        if (before) await endUse(tx, before, usedFrom);
        await insertCredential(tx, row);
        return row;
      }).catch((error: unknown) => {
        if (error instanceof UniqueViolation) return refuse('PROVIDER_ACCOUNT_TAKEN');
        throw error;
      });
    },
    list: (merchantId: string) => listCredentials(database, merchantId),
    /** From now on the merchant uses the credentials of the installation. */
    remove: (merchantId: string, name: string) =>
      change(merchantId, name, async (tx, before) => {
        if (!before) return refuse('PROVIDER_CREDENTIALS_NOT_FOUND');
        const usedUntil = Math.max(before.usedFrom, clock.now() + SWITCH_MS);
        await endUse(tx, before, usedUntil);
        return { ...before, usedUntil };
      }),
    /** Deletes all, to reset a sandbox. */
    async clear(): Promise<void> {
      await clearCredentials(database);
      parts.lookups.forget();
    },
  };
}

async function readInUse(tx: Queryable, merchantId: string, provider: string) {
  const rows = await listCredentials(tx, merchantId);
  return rows.find((row) => row.provider === provider && row.usedUntil === null);
}

/** Returns the public name of the account. No message repeats what was sent: it may be secret. */
function checkFields(provider: Provider, fields: Credentials): string | null {
  const { name, credentialFields, installationAccount } = provider;
  if (!credentialFields) return refuse('PROVIDER_TAKES_NO_CREDENTIALS');
  const names = credentialFields.map((field) => field.name);
  if (!Object.keys(fields).every((one) => names.includes(one))) {
    throw invalid('fields', `must be ${names.join(', ')} for ${name}`);
  }
  for (const field of credentialFields) checkField(field, fields);
  const accountField = credentialFields.find(({ isAccount }) => isAccount)?.name ?? '';
  const account = fields[accountField];
  if (!account) return null;
  if (open(account) === installationAccount) refuse('PROVIDER_ACCOUNT_TAKEN');
  return open(account);
}

function checkField({ name, description, form, rule }: CredentialField, fields: Credentials): void {
  const value = fields[name];
  if (!value) throw invalid(`fields.${name}`, `is required: ${description}`);
  if (!form.test(open(value))) throw invalid(`fields.${name}`, `must be ${rule}`);
}

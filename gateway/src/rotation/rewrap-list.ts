// What a rotation seals again, as lists that are processed in the order of their keys. A value that
// changes meanwhile is left to the next pass.

import type { Keyring, SealingPurpose } from '../core/keys/keyring.ts';
import { sealedPrefix } from '../core/seal.ts';
import { signingKeyBinding } from '../auth/signing-keys.ts';
import { privateKeyBinding } from '../encryption/encryption-keys.ts';
import { answerBinding } from '../http/idempotency.ts';
import { notificationSecretBinding } from '../merchants/secrets.ts';
import { fieldsBinding } from '../providers/credentials/sealed-fields.ts';
import type { Queryable } from '../storage/database.ts';
import { storedKeyBinding } from '../storage/keys/open-keys.ts';
import type { CavvSealer } from '../threeds/cavv.ts';
import type { TokenVault } from '../vault/card-token.ts';
import { dataKeyBinding } from '../vault/data-keys.ts';
import type { Vault } from '../vault/held-card.ts';
import { credentialBinding } from '../wallets/credentials/private-key.ts';
import {
  countValues,
  notificationSecrets,
  readValues,
  rootColumns,
  swapValue,
  type RootColumn,
  type SealedValue,
} from './sealed-column.store.ts';
import {
  countRows,
  dataTables,
  readRows,
  swapRow,
  type DataRow,
  type DataTable,
} from './data-column.store.ts';

/** One value to be sealed again. */
export interface RewrapItem {
  readonly key: readonly string[];
  /** False: the value has changed since it was read. */
  rewrap(): Promise<boolean>;
}

export interface RewrapList {
  readonly name: string;
  page(after: readonly string[], limit: number): Promise<RewrapItem[]>;
  count(): Promise<number>;
}

export interface RewrapParts {
  readonly database: Queryable;
  readonly ring: Keyring;
  readonly vault: Pick<Vault, 'reseal' | 'recipients'>;
  readonly tokenVault: Pick<TokenVault, 'reseal'>;
  readonly threeds: { readonly cavvs: Pick<CavvSealer, 'reseal'> };
}

type Binding = (key: readonly string[]) => string;

const roots: readonly [RootColumn, SealingPurpose, Binding][] = [
  [rootColumns.storedKeys, 'stored keys', ([name = '']) => storedKeyBinding(name)],
  [
    rootColumns.dataKeys,
    'data keys',
    ([merchantId = '', version = '']) => dataKeyBinding(merchantId, Number(version)),
  ],
  [rootColumns.signingKeys, 'signing keys', ([keyId = '']) => signingKeyBinding(keyId)],
  [
    rootColumns.encryptionKeys,
    'encryption keys',
    ([keyId = '', x = '', y = '']) => privateKeyBinding({ keyId, x, y }),
  ],
  [rootColumns.walletCredentials, 'wallet credentials', credentialBinding],
  [rootColumns.providerCredentials, 'provider credentials', fieldsBinding],
  [
    rootColumns.answers,
    'idempotency answer',
    ([merchantId = '', idempotencyKey = '']) => answerBinding({ merchantId, idempotencyKey }),
  ],
];

/** Everything that is sealed with a root key below this version. */
export function rootLists(parts: RewrapParts, toVersion: number): RewrapList[] {
  const prefix = sealedPrefix(toVersion);
  const reseal = async (purpose: SealingPurpose, sealed: Uint8Array, bound: string) => {
    const plain = await parts.ring.unseal(purpose, sealed, bound);
    return (await parts.ring.sealer(purpose))(plain, bound);
  };
  const secrets = rootList<Secrets>(parts, notificationSecrets, prefix, ({ key, sealed }) =>
    Promise.all(
      sealed.map(async (one) => {
        const bound = notificationSecretBinding(key[0] ?? '', one.id);
        const before = Buffer.from(one.sealed, 'base64');
        const after = await reseal('notification secrets', before, bound);
        return { ...one, sealed: after.toString('base64') };
      }),
    ),
  );
  const others = roots.map(([column, purpose, bind]) =>
    rootList<Uint8Array>(parts, column, prefix, ({ key, sealed }) =>
      reseal(purpose, sealed, bind(key)),
    ),
  );
  return [...others, secrets];
}

type Secrets = readonly { readonly id: string; readonly sealed: string }[];

function rootList<T extends object>(
  { database }: RewrapParts,
  column: RootColumn,
  prefix: Buffer,
  reseal: (value: SealedValue<T>) => Promise<T>,
): RewrapList {
  return {
    name: column.name,
    count: () => countValues(database, column, prefix),
    async page(after, limit) {
      const values = await readValues<T>(database, column, prefix, after, limit);
      return values.map((value) => ({
        key: value.key,
        rewrap: async () => swapValue(database, column, value, await reseal(value)),
      }));
    },
  };
}

/** Everything that is sealed with a replaced data key of this merchant, or of all. */
export function dataLists(parts: RewrapParts, merchantId: string | null): RewrapList[] {
  const { vault, tokenVault, threeds } = parts;
  const list = (table: DataTable, reseal: (row: never) => Promise<object>): RewrapList => ({
    name: table.name,
    count: () => countRows(parts.database, table, merchantId),
    async page(after, limit) {
      const rows = await readRows(parts.database, table, merchantId, after, limit);
      return rows.map((row: DataRow) => ({
        key: ['merchantId', ...table.key].map((field) => String(row[field])),
        rewrap: async () =>
          swapRow(parts.database, table, row, (await reseal(row as never)) as DataRow),
      }));
    },
  });
  return [
    list(dataTables.heldCards, vault.reseal),
    list(dataTables.heldRecipients, vault.recipients.reseal),
    list(dataTables.cardTokens, tokenVault.reseal),
    list(dataTables.authentications, threeds.cavvs.reseal),
  ];
}

// The operator's endpoints for the credentials of a merchant at providers under
// /v1/admin/merchants/{merchantId}/credentials: set, list, remove. No answer contains a secret.

import { Type } from 'typebox';
import { isoTime } from '../../core/clock.ts';
import { present } from '../../core/json/present.ts';
import { secret } from '../../core/secret.ts';
import { endpoint } from '../../http/endpoint.ts';
import { optionalText, time } from '../../http/schema.ts';
import type { MerchantStore } from '../../merchants/merchant.store.ts';
import { midField, midParams, requireMerchant } from '../fields.ts';
import type { ProviderCredentialTools } from '../../providers/credentials/administer.ts';
import type { CredentialRow } from '../../providers/credentials/credential.store.ts';

const PATH = '/v1/admin/merchants/{merchantId}/credentials';

const provider = Type.String({ maxLength: 64, description: 'Name of the provider' });
const ofProvider = Type.Object({ merchantId: midField, provider });

const credentialsSchema = Type.Object({
  provider,
  account: optionalText('Public name of the account at the provider, if it has one'),
  fields: Type.Array(Type.String(), { description: 'Names of the fields; values are not shown' }),
  version: Type.Integer({ description: '1, and one more with each replacement of the values' }),
  createdAt: time('When this account was set first'),
  changedAt: time('When the values were set last'),
  usedFrom: time('From when on payments use this account'),
  usedUntil: Type.Optional(
    time(
      'Until when they do, absent: without end. Refunds and captures of theirs use it later too',
    ),
  ),
});

function viewOf(row: CredentialRow) {
  const { provider: name, account, fieldNames, version, usedUntil } = row;
  return {
    provider: name,
    ...present({ account }),
    fields: fieldNames,
    version,
    createdAt: isoTime(row.createdAt),
    changedAt: isoTime(row.changedAt),
    usedFrom: isoTime(row.usedFrom),
    ...present({ usedUntil: usedUntil === null ? null : isoTime(usedUntil) }),
  };
}

interface CredentialDeps {
  readonly credentialTools: ProviderCredentialTools;
}

/** What the audit log shows as before: the credentials that are in use. */
async function inUse({ credentialTools }: CredentialDeps, mid: string, name: string) {
  const rows = await credentialTools.list(mid);
  const row = rows.find((one) => one.provider === name && one.usedUntil === null);
  return row ? { before: viewOf(row) } : {};
}

const setProviderCredentials = endpoint(
  {
    method: 'PUT',
    path: `${PATH}/{provider}`,
    summary: 'Set the credentials of a merchant at a provider',
    description:
      'All fields of the provider are sent each time. New values of the same account are used ' +
      'within a second on every node; another account is used for payments that start after ' +
      '`usedFrom`, while earlier payments are captured and refunded with the account they were ' +
      'made with.',
    access: 'operator',
    action: { name: 'SET_PROVIDER_CREDENTIALS', subject: 'provider' },
    params: ofProvider,
    body: Type.Object({
      fields: Type.Record(Type.String(), Type.String({ maxLength: 512 }), {
        description: 'The values by name of the field',
        examples: [{ serviceId: '123456', key: '…', hashMethod: 'SHA256' }],
        'x-secret': true,
      }),
    }),
    reply: credentialsSchema,
    refusals: [
      'MERCHANT_NOT_FOUND',
      'PROVIDER_NOT_FOUND',
      'PROVIDER_TAKES_NO_CREDENTIALS',
      'PROVIDER_ACCOUNT_TAKEN',
    ],
  },
  async (deps: CredentialDeps, { params, body, note }) => {
    note(await inUse(deps, params.merchantId, params.provider));
    const fields = Object.entries(body.fields).map(
      ([name, value]) => [name, secret(value)] as const,
    );
    const values = Object.fromEntries(fields);
    return viewOf(await deps.credentialTools.set(params.merchantId, params.provider, values));
  },
);

const listProviderCredentials = endpoint(
  {
    method: 'GET',
    path: PATH,
    summary: 'List the credentials of a merchant at providers',
    access: 'operator',
    params: midParams,
    reply: Type.Object({
      credentials: Type.Array(credentialsSchema, {
        description: 'In the order of their use, also those that are no longer in use.',
      }),
    }),
    refusals: ['MERCHANT_NOT_FOUND'],
  },
  async (
    { credentialTools, merchants }: CredentialDeps & { merchants: Pick<MerchantStore, 'read'> },
    { params: { merchantId } },
  ) => {
    await requireMerchant({ merchants }, merchantId);
    return { credentials: (await credentialTools.list(merchantId)).map(viewOf) };
  },
);

const removeProviderCredentials = endpoint(
  {
    method: 'DELETE',
    path: `${PATH}/{provider}`,
    summary: 'Let a merchant use the credentials of the gateway at a provider again',
    description:
      'Payments that start after `usedUntil` use those of the gateway. The removed ones stay ' +
      'sealed, for captures, refunds and questions about payments that were made with them.',
    access: 'operator',
    action: { name: 'REMOVE_PROVIDER_CREDENTIALS', subject: 'provider' },
    params: ofProvider,
    reply: credentialsSchema,
    refusals: ['MERCHANT_NOT_FOUND', 'PROVIDER_CREDENTIALS_NOT_FOUND'],
  },
  async (deps: CredentialDeps, { params, note }) => {
    note(await inUse(deps, params.merchantId, params.provider));
    return viewOf(await deps.credentialTools.remove(params.merchantId, params.provider));
  },
);

export const providerCredentialEndpoints = [
  setProviderCredentials,
  listProviderCredentials,
  removeProviderCredentials,
];

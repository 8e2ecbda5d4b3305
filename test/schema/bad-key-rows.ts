// Valid and bad rows of the tables of keys, credentials, counts and the audit log; part of
// bad-rows.ts.

import { at, type Values } from './bad-sandbox-rows.ts';

/** SHA-256 of the byte zero. */
const ZERO_HASH = '\\x6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d';
const requested = {
  kind: 'APAY_PROCESSING',
  merchant_id: '10000001',
  name: 'merchant.com.shop',
  algorithm: 'EC',
  status: 'REQUESTED',
  public_key: '\\x00',
  public_key_hash: ZERO_HASH,
  sealed_private_key: '\\x01',
};
const active = { status: 'ACTIVE', certificate: '\\x30', expires_at: at, activated_at: at };
const removed = { ...active, status: 'REMOVED', sealed_private_key: null, removed_at: at };
/** A key of the gateway, which has no certificate. */
const ofGateway = {
  kind: 'C2P_ENCRYPTION',
  merchant_id: null,
  status: 'ACTIVE',
  activated_at: at,
};

export const goodKeyRows: Readonly<Record<string, (number: number) => Values>> = {
  'public.audit_chains': () => ({ chain_no: 1, row_count: 0 }),
  'public.audit_log': () => ({ seq: 1, actor: 'job:end', reason: 'AUTHORIZE' }),
  'public.authorization_counts': () => ({ approved: 1, finished: 2 }),
  'public.backfills': () => ({ rows_done: 0, rows_total: 0 }),
  'public.budgets': () => ({ used: 0, most: 1 }),
  'public.key_rotations': () => ({ kind: 'DATA', state: 'PREPARING', total: 0, done: 0 }),
  'public.root_keys': () => ({ key_version: 1, state: 'LIVE' }),
  'public.provider_credentials': () => ({ version: 1 }),
  'public.wallet_credentials': () => requested,
};

/** The values that put two rows into a partial unique index. */
export const meetingKeyRows: Readonly<Record<string, Values>> = {
  'public.provider_credentials provider_credentials_one_per_account': { account: '123456' },
  'public.wallet_credentials wallet_credentials_one_per_key': active,
};

export const badKeyRows: Readonly<Record<string, readonly Values[]>> = {
  'public.authorization_counting authorization_counting_one': [{ only_row: false }],
  'public.authorization_counts authorization_counts_approved': [{ approved: -1 }, { approved: 3 }],
  'public.backfills backfills_counts': [{ rows_done: -1 }, { rows_total: -1 }],
  'public.budgets budgets_counts': [{ used: -1 }, { most: 0 }],
  'public.audit_chains audit_chains_count': [{ row_count: -1 }],
  'public.audit_chains audit_chains_number': [{ chain_no: 0 }],
  'public.audit_log audit_log_actor': [
    { actor: 'merchant' },
    { actor: 'merchant:' },
    { actor: 'root:1' },
    { actor: 'operator:1' },
    { actor: `job:${'x'.repeat(65)}` },
  ],
  'public.audit_log audit_log_reason': [{ reason: 'authorize' }, { reason: '4111' }],
  'public.audit_log audit_log_seq': [{ seq: 0 }],
  'public.audit_tip audit_tip_only_row': [{ only_row: false }],
  'public.key_rotations key_rotations_counts': [{ total: -1 }, { done: -1 }],
  'public.key_rotations key_rotations_end': [{ state: 'DONE' }, { finished_at: at }],
  'public.key_rotations key_rotations_kind': [{ kind: 'OTHER' }],
  'public.key_rotations key_rotations_scope': [
    { kind: 'MASTER', to_version: 2, merchant_id: '10000001' },
  ],
  'public.key_rotations key_rotations_state': [{ state: 'PAUSED' }],
  'public.key_rotations key_rotations_versions': [{ kind: 'MASTER' }, { to_version: 2 }],
  'public.provider_credentials provider_credentials_account': [
    { account: '' },
    { account: 'x'.repeat(65) },
  ],
  'public.provider_credentials provider_credentials_use': [
    { used_from: at, used_until: '2000-01-01T00:00:00Z' },
  ],
  'public.provider_credentials provider_credentials_version': [{ version: 0 }],
  'public.root_keys root_keys_state': [{ state: 'OLD' }],
  'public.root_keys root_keys_version': [{ key_version: 0 }],
  'public.wallet_credentials wallet_credentials_activation': [
    { activated_at: at },
    { ...active, activated_at: null },
    { ...removed, activated_at: null },
    { ...ofGateway, activated_at: null },
  ],
  'public.wallet_credentials wallet_credentials_algorithm': [{ algorithm: 'RSA_2048' }],
  'public.wallet_credentials wallet_credentials_certificate': [
    { certificate: '\\x30', expires_at: at },
    { ...active, certificate: null, expires_at: null },
  ],
  'public.wallet_credentials wallet_credentials_expiry': [
    { ...active, expires_at: null },
    { expires_at: at },
    { ...ofGateway, expires_at: at },
  ],
  'public.wallet_credentials wallet_credentials_gateway_needs_no_certificate': [
    { ...ofGateway, certificate: '\\x30', expires_at: at },
    { ...ofGateway, status: 'REQUESTED', activated_at: null },
  ],
  'public.wallet_credentials wallet_credentials_google_is_ec': [
    { ...ofGateway, kind: 'GPAY_ENCRYPTION', algorithm: 'RSA' },
  ],
  'public.wallet_credentials wallet_credentials_hash': [
    { public_key: '\\x01' },
    { public_key_hash: '\\x00' },
  ],
  'public.wallet_credentials wallet_credentials_kind': [{ kind: 'APAY' }],
  'public.wallet_credentials wallet_credentials_name': [{ name: '' }, { name: 'x'.repeat(65) }],
  'public.wallet_credentials wallet_credentials_owner': [
    { ...ofGateway, kind: 'APAY_PROCESSING' },
    { ...ofGateway, merchant_id: '10000001', certificate: '\\x30', expires_at: at },
  ],
  'public.wallet_credentials wallet_credentials_private_key': [
    { sealed_private_key: null },
    { ...active, sealed_private_key: null },
    { ...removed, sealed_private_key: '\\x01' },
  ],
  'public.wallet_credentials wallet_credentials_removal': [
    { removed_at: at },
    { ...removed, removed_at: null },
  ],
  'public.wallet_credentials wallet_credentials_status': [{ status: 'NEW', activated_at: at }],
};

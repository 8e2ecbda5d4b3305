// Valid and bad rows of the tables of keys and of the audit log; part of bad-rows.ts.

import { at, type Values } from './bad-sandbox-rows.ts';

export const goodKeyRows: Readonly<Record<string, (number: number) => Values>> = {
  'public.audit_chains': () => ({ chain_no: 1, row_count: 0 }),
  'public.audit_log': () => ({ seq: 1, actor: 'job:end', reason: 'AUTHORIZE' }),
  'public.key_rotations': () => ({ kind: 'DATA', state: 'PREPARING', total: 0, done: 0 }),
  'public.root_keys': () => ({ key_version: 1, state: 'LIVE' }),
};

export const badKeyRows: Readonly<Record<string, readonly Values[]>> = {
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
  'public.root_keys root_keys_state': [{ state: 'OLD' }],
  'public.root_keys root_keys_version': [{ key_version: 0 }],
};

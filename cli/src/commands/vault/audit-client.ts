// The audit log of a running gateway (/v1/admin/audit), as the commands use it.

import type { ViolationKind } from '@bramka/gateway/vault/audit/verify-chain.ts';
import { call } from '../../call.ts';

export interface AuditViolation {
  readonly kind: ViolationKind;
  readonly chain: number;
  readonly row?: number;
}

export interface AuditPart {
  readonly rows: number;
  readonly chains: readonly {
    readonly chain: number;
    readonly nodeId: string;
    readonly startedAt: string;
    readonly rows: number;
    readonly digest: string;
  }[];
  readonly next?: string;
  readonly violation?: AuditViolation;
}

export interface AuditUses {
  readonly uses: readonly {
    readonly at: string;
    readonly merchantId: string;
    readonly actor: string;
    readonly reason: string;
    readonly paymentId?: string;
    readonly tokenId?: string;
    readonly subjectId?: string;
    readonly action?: { readonly step: string };
    readonly chain: number;
    readonly row: number;
  }[];
}

export interface AuditClient {
  /** Verifies the part of the log after this position. */
  verify(after: string): Promise<AuditPart>;
  /** Whether the log still contains what an earlier digest names. */
  expect(digest: string): Promise<AuditPart>;
  list(by: 'paymentId' | 'tokenId' | 'merchantId', id: string): Promise<AuditUses>;
}

export function auditClient(url: string, key: string): AuditClient {
  const read = <Reply>(path: string, query: Record<string, string>): Promise<Reply> =>
    call(url, { path: `${path}?${new URLSearchParams(query).toString()}`, bearer: key });
  return {
    verify: (after) => read('/v1/admin/audit/verify', { after }),
    expect: (digest) => read('/v1/admin/audit/verify', { expect: digest }),
    list: (by, id) => read('/v1/admin/audit', { [by]: id }),
  };
}

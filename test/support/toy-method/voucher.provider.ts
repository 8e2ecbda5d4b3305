// The provider of the toy method: it waits at an address until the test redeems the voucher.
import type { Finding } from '@bramka/gateway/providers/outcome.ts';
import type { Provider } from '@bramka/gateway/providers/provider.ts';

export interface Vouchers {
  readonly provider: Provider;
  /** Every call, in order. */
  readonly calls: string[];
  /** The customer redeems the voucher of this attempt. */
  redeem(attemptId: string): void;
}

export function openVouchers(): Vouchers {
  const findings = new Map<string, Finding>();
  const calls: string[] = [];
  const find = (attemptId: string): Finding => findings.get(attemptId) ?? { kind: 'not-found' };
  const done = {
    kind: 'approved',
    reference: 'v-1',
    authCode: null,
    networkTransactionId: null,
  } as const;
  const provider: Provider = {
    name: 'vouchers',
    means: ['REDIRECT'],
    maxInFlightMs: 1_000,
    authorize({ attemptId }) {
      calls.push(`authorize ${attemptId}`);
      const url = `https://vouchers.example/${attemptId}`;
      const waits = {
        kind: 'pending',
        reference: 'v-1',
        customer: { kind: 'redirect', url },
      } as const;
      findings.set(attemptId, waits);
      return Promise.resolve(waits);
    },
    followUps: {
      stop({ attemptId, originalAttemptId, originalReference }) {
        calls.push(`stop ${originalAttemptId} ${String(originalReference)}`);
        findings.set(originalAttemptId, {
          kind: 'declined',
          rejectCode: 'CANCELLED_BY_CUSTOMER',
          reference: null,
        });
        findings.set(attemptId, done);
        return Promise.resolve(done);
      },
      refund({ attemptId, originalAttemptId }) {
        calls.push(`refund ${originalAttemptId}`);
        findings.set(attemptId, done);
        return Promise.resolve(done);
      },
    },
    inquire: ({ attemptId }) => Promise.resolve(find(attemptId)),
  };
  return { provider, calls, redeem: (attemptId) => void findings.set(attemptId, done) };
}

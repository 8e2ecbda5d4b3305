// The provider of toy vouchers: it redeems a voucher at once, and takes it back.
import { open } from '@bramka/gateway/core/secret.ts';
import { approvalOf, type Finding, type Outcome } from '@bramka/gateway/providers/outcome.ts';
import type { Provider } from '@bramka/gateway/providers/provider.ts';
import type { RejectCode } from '@bramka/gateway/providers/reject-codes.ts';

/** Undefined: no answer that can be read. */
export type SendVoucher = (verb: VoucherVerb, body: object) => Promise<unknown>;
export type VoucherVerb = 'redeem' | 'refund' | 'inquire';

export function voucherProvider(send: SendVoucher, maxInFlightMs: number): Provider {
  const ask = async (verb: VoucherVerb, body: object): Promise<Finding> =>
    readAnswer(await send(verb, body));
  const outcome = async (verb: VoucherVerb, body: object): Promise<Outcome> => {
    const finding = await ask(verb, body);
    return finding.kind === 'not-found' ? { kind: 'unknown', why: 'garbage' } : finding;
  };
  return {
    name: 'vouchers',
    means: ['VOUCHER'],
    maxInFlightMs,
    authorize({ attemptId, amount, means }) {
      const { voucherNo } = means.kind === 'own' ? means.values : {};
      const body = { attemptId, amountMinor: String(amount.minor), currency: amount.currency };
      return outcome('redeem', { ...body, voucherNo: voucherNo && open(voucherNo) });
    },
    followUps: {
      refund: ({ attemptId, originalAttemptId, amount }) =>
        outcome('refund', { attemptId, originalAttemptId, amountMinor: String(amount.minor) }),
    },
    inquire: ({ attemptId }) => ask('inquire', { attemptId }),
  };
}

function readAnswer(answer: unknown): Finding {
  const { result, reason } = (answer ?? {}) as { result?: unknown; reason?: unknown };
  if (result === 'DONE') return approvalOf('voucher');
  if (result === 'NOT_FOUND') return { kind: 'not-found' };
  if (result !== 'DECLINED') return { kind: 'unknown', why: 'garbage' };
  const rejectCode = (reason === 'USED' ? 'VOUCHER_USED' : 'DO_NOT_HONOR') as RejectCode;
  return { kind: 'declined', rejectCode, reference: null };
}

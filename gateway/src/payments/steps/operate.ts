// One operation on a payment from decision to answer: the record with its transaction once the
// acquirer has answered, PENDING if it has not, a refusal if it declined.

import type { TimeAndIds } from '../../core/id.ts';
import type { Call, DepsOf } from '../../http/endpoint.ts';
import { refuse } from '../../core/refusals.ts';
import { seenBy } from '../../providers/coarse-reasons.ts';
import type { Decision } from '../decisions/decision.ts';
import type { PaymentParts } from '../processing/parts.ts';
import type { Loaded } from '../model/payment.ts';
import { paymentDetails, type PaymentDetails } from '../model/payment-details.ts';
import { operationView } from '../replies/operation.view.ts';
import type { CommittedChange } from '../processing/processor.ts';
import type { Transaction } from '../model/transaction.ts';
import { changePayment } from '../requests/find-payment.ts';

type OperationCall = Pick<
  Call<{ paymentId: string }, unknown, unknown>,
  'params' | 'caller' | 'keep'
>;

/** The answer stored with the decision is provisional; the outcome may replace it. */
export async function operate(
  parts: DepsOf<typeof changePayment>,
  { params, caller, keep }: OperationCall,
  decide: (loaded: Loaded, now: TimeAndIds) => Decision | Promise<Decision>,
): Promise<object> {
  const committed = await changePayment(parts, caller, params.paymentId, async (loaded, now) => {
    const decision = await decide(loaded, now);
    keep(
      decision.draft,
      operationView(seenBy(caller, decision.loaded.payment), calledTransaction(decision)),
    );
    return decision;
  });
  return answerOperation(committed);
}

/** Stores why the payment or an adjustment was cancelled. */
export async function saveReason(
  { store }: Pick<PaymentParts, 'store'>,
  decision: Decision,
  reasons: (before: PaymentDetails) => Pick<PaymentDetails, 'cancelReason' | 'withdrawalReasons'>,
): Promise<Decision> {
  const { merchantId, paymentId } = decision.loaded.payment;
  const before = await store.details(merchantId, paymentId);
  const details = { ...before, ...reasons(before) };
  decision.draft.update(paymentDetails, { merchantId, paymentId, details });
  return decision;
}

/** The transaction of the operation that is sent to the provider; a stop is not an operation. */
function calledTransaction({
  next,
  loaded,
}: Pick<Decision, 'next' | 'loaded'>): Transaction | undefined {
  if (next.kind !== 'call' || next.attempt.verb === 'stop') return undefined;
  const { transId } = next.attempt;
  return loaded.transactions.find((one) => one.transId === transId);
}

export async function answerOperation({ next, loaded, settled }: CommittedChange): Promise<object> {
  const asked = calledTransaction({ next, loaded });
  if (next.kind !== 'call' || !asked) return operationView(loaded.payment, undefined);
  const after = await settled;
  const attempt = after.attempts.find((one) => one.attemptId === next.attempt.attemptId);
  if (attempt && (attempt.state === 'DECLINED' || attempt.state === 'VOID')) {
    refuse('OPERATION_DECLINED', [
      { field: 'transId', message: `${attempt.transId} ended with ${String(attempt.rejectCode)}` },
    ]);
  }
  return operationView(
    after.payment,
    after.transactions.find(({ transId }) => transId === asked.transId),
  );
}

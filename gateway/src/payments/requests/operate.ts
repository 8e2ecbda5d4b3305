// One operation on a payment from decision to answer: the record with its transaction once the
// acquirer has answered, PENDING if it has not, a refusal if it declined.

import { refuse } from '../../core/refusals.ts';
import type { Caller } from '../../http/caller.ts';
import type { AnswerKeeper } from '../../http/idempotency.ts';
import type { Attempt } from '../../providers/attempt.ts';
import type { Decision, Now } from '../decisions/decision.ts';
import type { PaymentParts } from '../parts.ts';
import { type Loaded } from '../payment.ts';
import { paymentDetails, type PaymentDetails } from '../payment-details.ts';
import { operationView } from '../replies/payment.view.ts';
import type { CommittedChange } from '../processing/processor.ts';
import { transactions, type Transaction } from '../transaction.ts';
import { changePayment } from './find-payment.ts';

interface OperationCall {
  readonly params: { readonly paymentId: string };
  readonly caller: Caller;
  readonly keep: AnswerKeeper;
}

/** The answer stored with the decision is provisional; the outcome may replace it. */
export async function operate(
  parts: PaymentParts,
  { params, caller, keep }: OperationCall,
  decide: (loaded: Loaded, now: Now) => Decision | Promise<Decision>,
): Promise<object> {
  const committed = await changePayment(parts, caller, params.paymentId, async (loaded, now) => {
    const decision = await decide(loaded, now);
    keep(decision.draft, operationView(decision.loaded.payment, transactionIn(decision)));
    return decision;
  });
  return answerOperation(committed);
}

/** Stores why the payment or an adjustment was cancelled. */
export async function saveReason(
  { store }: PaymentParts,
  decision: Decision,
  reasons: (before: PaymentDetails) => Pick<PaymentDetails, 'cancelReason' | 'withdrawalReasons'>,
): Promise<Decision> {
  const { merchantId, paymentId } = decision.loaded.payment;
  const before = await store.details(merchantId, paymentId);
  const details = { ...before, ...reasons(before) };
  decision.draft.update(paymentDetails, { merchantId, paymentId, details });
  return decision;
}

function transactionIn({ draft }: Decision): Transaction | undefined {
  const made = draft.inserts.find(({ table }) => table === transactions);
  return made?.row as Transaction | undefined;
}

export async function answerOperation(committed: CommittedChange): Promise<object> {
  const sent = committed.loaded.attempts.findLast((one) => one.verb !== 'authorize');
  const after = await committed.settled;
  const attempt = after.attempts.find((one) => one.attemptId === sent?.attemptId);
  const made = transactionOf(after.transactions, attempt);
  if (attempt && (attempt.state === 'DECLINED' || attempt.state === 'VOID')) {
    refuse('OPERATION_DECLINED', [
      { field: 'transId', message: `${attempt.transId} ended with ${String(attempt.rejectCode)}` },
    ]);
  }
  return operationView(after.payment, made);
}

function transactionOf(
  list: readonly Transaction[],
  attempt: Attempt | undefined,
): Transaction | undefined {
  return attempt && list.find((one) => one.transId === attempt.transId);
}

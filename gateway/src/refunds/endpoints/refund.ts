// POST …/refund: returns the whole amount or a part of it to the customer (specification 2.6 and
// rule 1 of section 4.2).

import { Type, type Static } from 'typebox';
import { defect } from '../../core/assert.ts';
import { invalid, refuse } from '../../core/refusals.ts';
import { endpoint, type Call, type DepsOf } from '../../http/endpoint.ts';
import { amountOrAll, freeText, text } from '../../http/schema.ts';
import type { CallTerms, Next } from '../../payments/decisions/decision.ts';
import { callTerms } from '../../payments/processing/provider-call.ts';
import { changePayment, paymentParams } from '../../payments/requests/find-payment.ts';
import {
  operationCurrency,
  readOperationAmount,
} from '../../payments/requests/operation-amount.ts';
import type { Loaded } from '../../payments/model/payment.ts';
import { isSplit } from '../../payments/model/subpayment.ts';
import type { Transaction } from '../../payments/model/transaction.ts';
import { decideRefund, type RefundInput } from '../decide-refund.ts';
import type { RefundParts } from '../parts.ts';
import { refundSchema, refundView } from '../refund.view.ts';
import { isSameRefund } from '../same-refund.ts';

/** The merchant's own id is already taken by a refund. */
class RefundExists extends Error {
  readonly refund: Transaction;

  constructor(refund: Transaction) {
    super('a refund with this extRefundId exists');
    this.refund = refund;
  }
}

const body = Type.Object({
  subpaymentId: Type.Optional(
    text(
      64,
      'MARKETPLACE payments: the subpayment to refund, up to its share. Absent: the refund is ' +
        'of everything that is left of all shares.',
    ),
  ),
  amount: Type.Optional(amountOrAll('Absent: everything that has not been refunded yet')),
  currency: operationCurrency,
  description: Type.Optional(
    Type.String({
      ...freeText,
      maxLength: 512,
      description: 'Shown with the refund and its transaction.',
    }),
  ),
  extRefundId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 128,
      description:
        'Your own id of the refund. The same id with the same content returns the same refund.',
    }),
  ),
});

export const refundPayment = endpoint(
  {
    method: 'POST',
    path: '/v1/ecommerce/payment/{paymentId}/refund',
    summary: 'Refund a payment',
    description:
      'Fully or in parts, up to the amount paid; account funding only in full. Your balance must ' +
      'cover it: money captured and not paid out yet, and deposits. The answer waits for the ' +
      'provider up to 10 seconds; status is PENDING if it has not decided by then.',
    access: 'merchant',
    resource: 'PAYMENT',
    whileSuspended: true,
    idempotent: true,
    states: ['COMPLETED', 'SETTLED'],
    params: paymentParams,
    body,
    bodyOptional: true,
    reply: refundSchema,
    refusals: [
      'PAYMENT_NOT_FOUND',
      'REFUND_ID_USED',
      'NOT_IN_THIS_STATE',
      'NOT_CAPTURED',
      'OPERATION_IN_PROGRESS',
      'TOO_MANY_REFUNDS',
      'REFUND_EXCEEDS_PAYMENT',
      'SUBPAYMENT_NOT_FOUND',
      'SUBPAYMENT_REQUIRED',
      'REFUND_EXCEEDS_SUBPAYMENT',
      'FUNDING_REFUND_MUST_BE_FULL',
      'INSUFFICIENT_FUNDS',
      'OPERATION_NOT_SUPPORTED',
    ],
  },
  async (parts: DepsOf<typeof makeRefund>, call) => {
    try {
      return refundView(await makeRefund(parts, call));
    } catch (error) {
      if (error instanceof RefundExists) return refundView(error.refund);
      throw error;
    }
  },
);

type RefundCall = Pick<
  Call<{ paymentId: string }, unknown, Static<typeof body> | undefined>,
  'params' | 'caller' | 'body' | 'keep'
>;

type MakeRefundDeps = DepsOf<typeof callTerms | typeof changePayment | typeof refuseTaken>;

/** The refund as it is once the provider has answered, or PENDING. */
async function makeRefund(parts: MakeRefundDeps, call: RefundCall): Promise<Transaction> {
  const { params, caller, body: asked = {}, keep } = call;
  const terms = callTerms(parts);
  const change = await changePayment(parts, caller, params.paymentId, async (loaded, now) => {
    const input = { ...terms, ...readInput(asked, loaded) };
    await refuseTaken(parts, loaded, input);
    const decision = decideRefund(loaded, input, now);
    keep(decision.draft, refundView(refundIn(decision.loaded, decision.next)));
    return decision;
  });
  return refundIn(await change.settled, change.next);
}

function readInput(
  asked: Static<typeof body>,
  { payment }: Loaded,
): Omit<RefundInput, keyof CallTerms> {
  const { description = null, extRefundId = null, subpaymentId } = asked;
  if (subpaymentId !== undefined && !isSplit(payment)) {
    throw invalid('subpaymentId', 'is only for payments with transType MARKETPLACE');
  }
  const fields = { description, extRefundId, subpaymentId: subpaymentId ?? null };
  const amountMinor = readOperationAmount(asked, payment);
  return amountMinor === undefined ? fields : { ...fields, amountMinor };
}

/** The refund that was sent to the provider. */
function refundIn({ transactions }: Loaded, next: Next): Transaction {
  const transId = next.kind === 'call' ? next.attempt.transId : undefined;
  return (
    transactions.find((one) => one.transId === transId) ?? defect('a refund calls its provider')
  );
}

/** The same extRefundId again is the same refund, or a conflict. */
async function refuseTaken(
  { refunds }: Pick<RefundParts, 'refunds'>,
  loaded: Loaded,
  input: RefundInput,
): Promise<void> {
  if (input.extRefundId === null) return;
  const existing = await refunds.byExtId(loaded.payment.merchantId, input.extRefundId);
  if (!existing) return;
  if (isSameRefund(existing, loaded, input)) throw new RefundExists(existing);
  refuse('REFUND_ID_USED');
}

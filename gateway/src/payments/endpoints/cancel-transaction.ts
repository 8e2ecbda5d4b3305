// POST …/transactions/{transId}/cancel: withdraws the latest adjustment in effect; the
// preauthorized amount returns to its previous value (specification 4.2).

import { Type } from 'typebox';
import { refuse } from '../../core/refusals.ts';
import { endpoint, type DepsOf } from '../../http/endpoint.ts';
import { freeText } from '../../http/schema.ts';
import { decideWithdraw } from '../decisions/operate.ts';
import { changePayment, paymentParams } from '../requests/find-payment.ts';
import { answerOperation, saveReason } from '../steps/operate.ts';
import { callTerms } from '../processing/provider-call.ts';
import { transactionSchema, transactionView } from '../replies/transaction.view.ts';

type CancelTransactionDeps = DepsOf<typeof callTerms | typeof changePayment | typeof saveReason>;

export const cancelTransaction = endpoint(
  {
    method: 'POST',
    path: '/v1/ecommerce/payment/{paymentId}/transactions/{transId}/cancel',
    summary: 'Withdraw an adjustment',
    description: 'Only the latest one that is in force; the total before it applies again.',
    access: 'merchant',
    resource: 'PAYMENT',
    whileSuspended: true,
    idempotent: true,
    states: ['COMPLETED'],
    params: Type.Object({
      ...paymentParams.properties,
      transId: Type.String({ maxLength: 64, description: 'Id of the ADJUSTMENT transaction' }),
    }),
    body: Type.Object({
      reason: Type.Optional(
        Type.String({
          ...freeText,
          maxLength: 64,
          description: 'Why it is withdrawn, in your words; returned in given.withdrawalReasons.',
        }),
      ),
    }),
    bodyOptional: true,
    reply: transactionSchema,
    refusals: [
      'PAYMENT_NOT_FOUND',
      'TRANSACTION_NOT_FOUND',
      'NOT_AN_ADJUSTMENT',
      'NOT_IN_THIS_STATE',
      'NOT_A_PREAUTHORIZATION',
      'ALREADY_CAPTURED',
      'NOT_THE_LATEST_ADJUSTMENT',
      'OPERATION_IN_PROGRESS',
      'OPERATION_DECLINED',
      'OPERATION_NOT_SUPPORTED',
    ],
  },
  async (parts: CancelTransactionDeps, { params, caller, body, keep }) => {
    const terms = callTerms(parts);
    const { transId } = params;
    const reason = body?.reason;
    const committed = await changePayment(parts, caller, params.paymentId, async (loaded, now) => {
      const decision = decideWithdraw(loaded, transId, terms, now);
      const withdrawn = decision.loaded.transactions.find((one) => one.transId === transId);
      if (withdrawn) keep(decision.draft, transactionView(withdrawn));
      if (reason === undefined) return decision;
      return saveReason(parts, decision, ({ withdrawalReasons: before }) => ({
        withdrawalReasons: { ...before, [transId]: reason },
      }));
    });
    await answerOperation(committed);
    const after = (await committed.settled).transactions.find((one) => one.transId === transId);
    return after ? transactionView(after) : refuse('TRANSACTION_NOT_FOUND');
  },
);

// The answer of an operation that asks the acquirer: the record with its transaction once the
// acquirer has answered, PENDING when it has not, a refusal when it declined.

import { refuse } from '../../core/refusals.ts';
import type { Attempt } from '../../acquirers/attempt.ts';
import { operationView } from '../payment.view.ts';
import type { Begun } from '../processing/process.ts';
import type { Transaction } from '../transaction.ts';

export async function answerOperation(begun: Begun): Promise<object> {
  const asked = begun.loaded.attempts.findLast((one) => one.verb !== 'authorize');
  const after = await begun.settled;
  const attempt = after.attempts.find((one) => one.attemptId === asked?.attemptId);
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

// Handles Autopay's notification of a transaction (ITN), the only message that sets the status of
// its transfers. It is confirmed when service, order, amount, currency and hash are right; any
// other message changes nothing and is sent again.

import type { DepsOf } from '../../http/endpoint.ts';
import { refuse } from '../../core/refusals.ts';
import { isAutopay, type AutopayProvider } from '../../providers/autopay/autopay.provider.ts';
import { attemptIdOf } from '../../providers/autopay/ids.ts';
import { confirmationXml, readItn } from '../../providers/autopay/messages/itn.ts';
import {
  findingOf,
  isAmountRight,
  type AutopayTransaction,
} from '../../providers/autopay/messages/transaction.ts';
import type { Attempt } from '../../providers/attempt.ts';
import { amountOf } from '../../payments/model/payment.ts';
import { raiseAlarm } from '../../payments/processing/alarm.ts';
import type { PaymentParts } from '../../payments/processing/parts.ts';

/** Returns the confirmation, an XML document. */
export async function handleItn(
  parts: Pick<PaymentParts, 'providers'> & DepsOf<typeof record>,
  field: string,
): Promise<string> {
  const provider = parts.providers.list.find(isAutopay);
  if (!provider) return refuse('NOTIFICATION_NOT_AUTHENTIC');
  const itn = readItn(field, provider.service);
  if (itn.kind !== 'authentic') return refuse('NOTIFICATION_NOT_AUTHENTIC');
  const { orderId } = itn.transaction;
  const isAccepted = await record(parts, provider, itn.transaction);
  const confirmation = isAccepted ? 'CONFIRMED' : 'NOTCONFIRMED';
  return confirmationXml(provider.service, orderId, confirmation);
}

type RecordDeps = Pick<PaymentParts, 'processor' | 'failpoints'> & DepsOf<typeof reportWrongAmount>;

async function record(
  parts: RecordDeps,
  provider: AutopayProvider,
  transaction: AutopayTransaction,
): Promise<boolean> {
  const { processor, failpoints } = parts;
  const attemptId = attemptIdOf(transaction.orderId);
  const found = attemptId && (await processor.findAttempt(provider.name, attemptId));
  if (!found) return false;
  const { attempt } = found;
  const amount = amountOf(attempt);
  if (!isAmountRight(transaction, amount)) {
    reportWrongAmount(parts, transaction, attempt);
    return false;
  }
  if (isAboutAnother(transaction, attempt)) return true;
  const finding = findingOf([transaction], amount);
  if (finding.kind === 'unknown') return true;
  await failpoints.reach('result.received');
  await processor.report({ provider: provider.name, attemptId: attempt.attemptId, finding });
  await failpoints.reach('result.committed');
  return true;
}

/** Only a success moves money. */
function reportWrongAmount(
  parts: Pick<PaymentParts, 'log'> & DepsOf<typeof raiseAlarm>,
  { remoteId, paymentStatus, amount, startAmount, currency }: AutopayTransaction,
  { paymentId, attemptId }: Attempt,
): void {
  const paid = { remoteId, paymentStatus, amount, startAmount, currency };
  const facts = { paymentId, attemptId, ...paid };
  if (paymentStatus === 'SUCCESS') raiseAlarm(parts, 'wrong-amount', facts);
  else parts.log.warn(facts, 'a notification of a transfer names another amount');
}

/** Another transaction of the order that does not pay it; only a success counts for the order. */
function isAboutAnother(
  { remoteId, paymentStatus }: AutopayTransaction,
  { reference }: Attempt,
): boolean {
  return paymentStatus !== 'SUCCESS' && reference !== null && reference !== remoteId;
}

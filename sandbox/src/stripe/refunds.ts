// The refunds of the simulated Stripe, which are those of the simulated acquirer.

import { defect } from '@bramka/gateway/core/assert.ts';
import { chargeOf, operate, type IntentParts, type Operate } from './intents.ts';
import { invalidRequest, type ApiAnswer } from './protocol.ts';
import type { IntentRow } from './rows.ts';
import { refundView } from './views.ts';

export const createRefund: Operate = async (parts, call) => {
  const { row, form, operationId } = call;
  const charge = await chargeOf(parts, row);
  const left = charge ? charge.capturedMinor - charge.refundedMinor : 0n;
  const given = form.get('amount') ?? String(left);
  if (!/^\d{1,12}$/.test(given)) return invalidRequest('parameter_invalid_integer', 'amount');
  const amountMinor = BigInt(given);
  if (left === 0n || amountMinor > left) return invalidRequest('charge_already_refunded', 'amount');
  const reply = await operate(parts, 'refund', call, amountMinor);
  if (!reply || 'status' in reply) return reply;
  const made = (await refundsOf(parts, row)).find((one) => one.attemptId === operationId);
  if (!made) return defect('a refund that was made cannot be found');
  const view = refundView(row.intentId, made);
  await parts.announce(view.status === 'failed' ? 'refund.failed' : 'refund.created', view);
  return { status: 200, body: view };
};

async function refundsOf({ acquirer }: IntentParts, { paymentId, attemptId }: IntentRow) {
  const rows = await acquirer.chargesOf(paymentId);
  return rows.filter(({ verb, originalAttemptId }) => {
    return verb === 'refund' && originalAttemptId === attemptId;
  });
}

export async function listRefunds(parts: IntentParts, row: IntentRow): Promise<ApiAnswer> {
  const data = (await refundsOf(parts, row)).map((one) => refundView(row.intentId, one));
  return { status: 200, body: { object: 'list', data, has_more: false } };
}

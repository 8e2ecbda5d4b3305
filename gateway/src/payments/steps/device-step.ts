// Handles the device data that a payment waits for after a soft decline: the customer is
// authenticated with it, and the payment is authorized again.

import type { Card } from '../../providers/means.ts';
import {
  decideAuthenticateWithDevice,
  decideRejectUnenrolled,
} from '../decisions/authentication-steps.ts';
import type { Decision, Now } from '../decisions/decision.ts';
import { afterSoftDecline } from '../decisions/sca.ts';
import type { PaymentParts } from '../parts.ts';
import type { Payment } from '../payment.ts';
import type { PaymentDetails } from '../payment-details.ts';
import { refuseTakenOrder } from '../processing/taken-order.ts';
import type { InstrumentResult } from './instrument-step.ts';

export function waitsForDevice({ status, dataRequest }: Payment): boolean {
  return status === 'PENDING' && dataRequest === 'DEVICE';
}

export async function deviceStep(
  parts: PaymentParts,
  decision: Decision,
  card: Card,
  details: PaymentDetails,
  now: Now,
): Promise<InstrumentResult> {
  const { payment } = decision.loaded;
  await refuseTakenOrder(parts.store, payment);
  const latest = await parts.threeds.store.latest(payment);
  const next = afterSoftDecline(parts, { payment, card, details }, latest, now);
  if (!next) return { decision: decideRejectUnenrolled(decision, now) };
  if (next.kind === 'device') return { decision, missingFields: next.fields };
  return { decision: decideAuthenticateWithDevice(decision, next.authentication, now) };
}

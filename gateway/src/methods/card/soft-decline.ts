// After a soft decline (SCA_REQUIRED) the customer is challenged, once, if the card is still held.

import { isSoftlyDeclined } from '../../providers/attempt.ts';
import type { DeclineReport, MethodNow, MethodParts, StepAfterDecline } from '../method.ts';
import { afterSoftDecline } from './sca.ts';

export async function continueWithChallenge(
  parts: MethodParts,
  { payment, attempts, attempt, finding, details }: DeclineReport,
  now: MethodNow,
): Promise<StepAfterDecline | undefined> {
  const isSoft = finding.rejectCode === 'SCA_REQUIRED';
  const isSecond = attempts.some(isSoftlyDeclined);
  if (!isSoft || isSecond || !payment.cardHeld) return undefined;
  const [held, latest, given] = await Promise.all([
    parts.vault.find(payment, now.at, {
      actor: `provider:${attempt.provider}`,
      reason: 'AFTER_DECLINE',
    }),
    parts.threeds.store.latest(payment),
    details(),
  ]);
  const step = held && afterSoftDecline(parts, { payment, ...held, details: given }, latest, now);
  return step?.kind === 'device' ? { kind: 'need', dataRequest: 'DEVICE' } : step;
}

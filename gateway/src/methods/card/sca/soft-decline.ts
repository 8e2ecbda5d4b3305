// After a soft decline (SCA_REQUIRED) the customer is challenged, once, if the card is still held.

import type { TimeAndIds } from '../../../core/id.ts';
import { isSoftlyDeclined, type Attempt } from '../../../providers/attempt.ts';
import type { StepAfterDecline } from '../../method-step.ts';
import type { DeclineReport, MethodParts } from '../../method.ts';
import { afterSoftDecline, latestOfTry } from './sca.ts';

export async function continueWithChallenge(
  parts: MethodParts,
  { payment, attempts, attempt, finding, details }: DeclineReport,
  now: TimeAndIds,
): Promise<StepAfterDecline | undefined> {
  const isSoft = finding.rejectCode === 'SCA_REQUIRED';
  const isOfTry = ({ startedAt }: Attempt): boolean => startedAt > (payment.refusedAt ?? 0);
  const isSecond = attempts.filter(isOfTry).some(isSoftlyDeclined);
  if (!isSoft || isSecond || !payment.cardHeld) return undefined;
  const [held, latest, given] = await Promise.all([
    parts.vault.find(payment, now.at, {
      actor: `provider:${attempt.provider}`,
      reason: 'AFTER_DECLINE',
    }),
    latestOfTry(parts.threeds, payment),
    details(),
  ]);
  const step = held && afterSoftDecline(parts, { payment, ...held, details: given }, latest, now);
  return step?.kind === 'device' ? { kind: 'need', dataRequest: 'DEVICE' } : step;
}

// Alarms: money may not be where it should be, and an operator must check it. An alarm is counted
// and logged with its payment.

import type { AlarmName } from '../decisions/outcome.ts';
import type { PaymentParts } from './parts.ts';

interface AlarmFacts {
  readonly paymentId: string;
  readonly attemptId: string;
  /** Ids and statuses of the provider. */
  readonly [fact: string]: string;
}

export function raiseAlarm(
  { metrics, log }: Pick<PaymentParts, 'metrics' | 'log'>,
  alarm: AlarmName,
  facts: AlarmFacts,
): void {
  metrics.alarms.inc({ alarm });
  log.error({ alarm, ...facts }, 'an operator must check this');
}

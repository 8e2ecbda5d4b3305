// What `bramka doctor` says about notifications: receivers that fail, and events that were refused
// or have failed. Only a running gateway is asked.

import type { Config } from '@bramka/gateway/config.ts';
import type {
  ReceiverListReceiver,
  ReceiverList,
  ReceiverListUndelivered,
} from '@bramka/client/src/operator.ts';
import { operatorClientAt } from '../api/operator.ts';
import { adminKeyOf } from './admin-key.ts';
import { checkOrExplain, namesOf, type Finding } from './finding.ts';

const subject = 'notifications';

/** Nothing when no gateway runs, or its operator key is not known. */
export async function checkReceivers(config: Config, url: string | undefined): Promise<Finding[]> {
  const key = adminKeyOf(config);
  if (url === undefined || key === undefined) return [];
  return checkOrExplain(subject, async () =>
    receiverFindings(await operatorClientAt(url, key).receivers.list()),
  );
}

export function receiverFindings({ receivers, next, undelivered }: ReceiverList): Finding[] {
  const problem = (what: string): Finding => ({ subject, ok: false, what });
  const findings: Finding[] = [];
  if (receivers.length > 0) {
    const named = namesOf(receivers.map(receiverText), next !== undefined);
    const advice = '`bramka event <eventId>` shows what they answered';
    findings.push(problem(`receivers that fail: ${named}; ${advice}`));
  }
  if (undelivered.length > 0) {
    const named = namesOf(undelivered.map(undeliveredText));
    const advice = 'repair the receiver, then send them again with `bramka replay --failed`';
    findings.push(problem(`events of the last 24 hours not delivered: ${named}; ${advice}`));
  }
  if (findings.length > 0) return findings;
  return [{ subject, ok: true, what: 'no receiver fails' }];
}

function receiverText(of: ReceiverListReceiver): string {
  const { merchantId, origin, lastCause, consecutiveFailures: times } = of;
  const cause = lastCause === undefined ? '' : `${lastCause}, `;
  return `${origin} of ${merchantId} (${cause}${times} time${times === 1 ? '' : 's'})`;
}

function undeliveredText({
  merchantId,
  refusedEvents,
  failedEvents,
}: ReceiverListUndelivered): string {
  return `${merchantId} (${refusedEvents} refused, ${failedEvents} failed)`;
}

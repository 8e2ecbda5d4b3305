// The messages that a simulated party sends by itself, such as results and notifications, with
// injected faults.

import type { Clock } from '@bramka/gateway/core/clock.ts';
import type { ActiveFaults } from './fault.ts';

export interface FaultyDeliveryParts {
  readonly clock: Clock;
  readonly faults: ActiveFaults;
}

/** What the gateway answered. */
export interface DeliveryAnswer {
  readonly status: number;
  readonly body: unknown;
}

type Send = () => Promise<DeliveryAnswer | 'later'>;

/**
 * Sends a message once. Resolves to `later` if it must be sent after the customer's return;
 * rejects if it was lost.
 */
export type Deliver = (send: Send, isFirst: boolean) => Promise<DeliveryAnswer | 'later'>;

export function faultyDelivery(
  party: string,
  verb: string,
  { clock, faults }: FaultyDeliveryParts,
): Deliver {
  return async (send, isFirst) => {
    const fault = await faults.take(party, verb);
    if (!fault) return send();
    if (fault.latencyMs !== undefined) await clock.sleep(fault.latencyMs);
    if (fault.timeout) throw new Error('the message was lost in transit');
    if (fault.outage) return { status: 503, body: undefined };
    // Only the first attempt can be delayed until after the customer's return.
    if (fault.reorderCallback && isFirst) return 'later';
    const answer = fault.duplicateCallback ? await sendTwice(send) : await send();
    if (fault.dropAnswer) throw new Error('the answer was lost in transit');
    return answer;
  };
}

/** Succeeds if either of the two deliveries succeeded. */
async function sendTwice(send: Send): Promise<DeliveryAnswer | 'later'> {
  const [one, other] = await Promise.allSettled([send(), send()]);
  const heard = [one, other].flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const [first] = heard;
  if (first === undefined) throw new Error('neither of the two deliveries succeeded');
  return heard.find((one) => one !== 'later' && isReceived(one)) ?? first;
}

function isReceived({ status }: DeliveryAnswer): boolean {
  return status >= 200 && status < 300;
}

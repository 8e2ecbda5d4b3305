// The delivery of authentication results from the simulated ACS to the 3DS server, with injected
// faults.

import type { Clock } from '@bramka/gateway/core/clock.ts';
import type { DeliverResult, ResultAnswer } from '../acs/result.ts';
import type { Faults } from './faults.ts';

export interface FaultyDeliveryParts {
  readonly clock: Clock;
  readonly faults: Pick<Faults, 'take'>;
}

export function faultyDelivery(
  deliver: DeliverResult,
  { clock, faults }: FaultyDeliveryParts,
): DeliverResult {
  return async (url, rreq, isFirst) => {
    const fault = await faults.take('acs', 'rreq');
    if (!fault) return deliver(url, rreq, isFirst);
    if (fault.latencyMs !== undefined) await clock.sleep(fault.latencyMs);
    if (fault.timeout) throw new Error('the result was lost in transit');
    if (fault.outage) return { status: 503, body: undefined };
    // Only the first attempt can be delayed until after the customer's return.
    if (fault.reorderCallback && isFirst) return 'later';
    const send = (): Promise<ResultAnswer | 'later'> => deliver(url, rreq, isFirst);
    const answer = fault.duplicateCallback ? await sendTwice(send) : await send();
    if (fault.dropAnswer) throw new Error('the answer was lost in transit');
    return answer;
  };
}

type Send = () => Promise<ResultAnswer | 'later'>;

/** Succeeds if either of the two deliveries succeeded. */
async function sendTwice(send: Send): Promise<ResultAnswer | 'later'> {
  const [one, other] = await Promise.allSettled([send(), send()]);
  const heard = [one, other].flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const [first] = heard;
  if (first === undefined) throw new Error('neither of the two deliveries succeeded');
  return heard.find((each) => each !== 'later' && each.status === 200) ?? first;
}

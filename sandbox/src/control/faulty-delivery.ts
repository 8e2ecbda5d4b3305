// Results on their way from the simulated ACS to the 3DS server, with their faults.

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
    if (fault.timeout) throw new Error('the result was lost on its way');
    if (fault.outage) return { status: 503, body: undefined };
    // Later it is too late to come second.
    if (fault.reorderCallback && isFirst) return 'later';
    const send = (): Promise<ResultAnswer | 'later'> => deliver(url, rreq, isFirst);
    const answer = fault.duplicateCallback ? await twice(send) : await send();
    if (fault.dropAnswer) throw new Error('the answer was lost on its way');
    return answer;
  };
}

type Send = () => Promise<ResultAnswer | 'later'>;

/** Heard when either of the two was. */
async function twice(send: Send): Promise<ResultAnswer | 'later'> {
  const [one, other] = await Promise.allSettled([send(), send()]);
  const heard = [one, other].flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const [first] = heard;
  if (first === undefined) throw new Error('neither of the two results arrived');
  return heard.find((each) => each !== 'later' && each.status === 200) ?? first;
}

// Injects faults around calls to a simulated party, as the network would. What the party
// records is not changed.

import type { Clock } from '@bramka/gateway/core/clock.ts';
import { refusalAnswer } from '../wire/refused.ts';
import type { Answer } from '../wire/unanswered.ts';
import type { ActiveFaults, Fault } from './fault.ts';

interface WireParts {
  readonly clock: Clock;
  readonly faults: ActiveFaults;
  /** A request that takes longer than this is lost. */
  readonly maxInFlightMs: number;
}

interface FaultyCalls {
  /** The answer to the call, or undefined if it is never answered. */
  call(verb: string, work: () => Promise<Answer | undefined>): Promise<Answer | undefined>;
  /** Resolves when no request is being processed, or after a short time limit. */
  quiet(): Promise<void>;
}

const QUIET_LIMIT_MS = 250;

export function faultyCalls(
  party: string,
  { clock, faults, maxInFlightMs }: WireParts,
): FaultyCalls {
  const processing = new Set<Promise<unknown>>();
  type Work = () => Promise<Answer | undefined>;

  const process = async (work: Work): Promise<Answer | undefined> => {
    const answer = work();
    const tracked = answer.catch(() => undefined).finally(() => processing.delete(tracked));
    processing.add(tracked);
    return answer;
  };
  /**
   * False if the clock was moved past the request's time limit in the meantime, so that it is lost.
   */
  const arrives = async (latencyMs: number): Promise<boolean> => {
    const sentAt = clock.now();
    await clock.sleep(latencyMs);
    return clock.now() - sentAt <= maxInFlightMs;
  };
  const fail = async (fault: Fault, work: Work): Promise<Answer | undefined> => {
    if (fault.latencyMs !== undefined && !(await arrives(fault.latencyMs))) return undefined;
    if (fault.timeout) return undefined;
    if (fault.outage) return refusalAnswer('PROVIDER_OUT_OF_ORDER');
    const answers = [process(work)];
    if (fault.duplicate) answers.push(process(work));
    const [answer] = await Promise.all(answers);
    return fault.dropAnswer ? undefined : answer;
  };

  return {
    async call(verb, work) {
      const fault = await faults.take(party, verb);
      return fault ? fail(fault, work) : process(work);
    },
    async quiet() {
      const ended = new AbortController();
      await Promise.race([Promise.all(processing), clock.sleep(QUIET_LIMIT_MS, ended.signal)]);
      ended.abort();
    },
  };
}

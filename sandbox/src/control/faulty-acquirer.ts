// The simulated acquirer with its faults: what the control API asked for happens around it, on the
// wire as it were, while what it records stays the truth.

import type { PlainAnswer, PlainRequest, Verb } from '@bramka/gateway/acquirers/plain/messages.ts';
import type { Clock } from '@bramka/gateway/core/clock.ts';
import type { SimulatedAcquirer } from '../acquirer/acquirer.ts';
import type { Fault } from './fault.ts';
import type { Faults } from './faults.ts';

export interface FaultyAcquirerParts {
  readonly clock: Clock;
  readonly faults: Pick<Faults, 'take'>;
  /** A request that is under way for longer is lost. */
  readonly maxInFlightMs: number;
}

export interface FaultyAcquirer extends SimulatedAcquirer {
  /** Resolves when no request is being processed, or after a moment when one takes its time. */
  quiet(): Promise<void>;
}

const QUIET_LIMIT_MS = 250;

export function faultyAcquirer(
  acquirer: SimulatedAcquirer,
  { clock, faults, maxInFlightMs }: FaultyAcquirerParts,
): FaultyAcquirer {
  const processing = new Set<Promise<unknown>>();

  const process = async (verb: Verb, request: PlainRequest): Promise<PlainAnswer | undefined> => {
    const work = acquirer.handle(verb, request);
    const tracked = work.catch(() => undefined).finally(() => processing.delete(tracked));
    processing.add(tracked);
    return work;
  };
  /** False when the clock was moved so far meanwhile that the request can no longer arrive. */
  const arrives = async (latencyMs: number): Promise<boolean> => {
    const sentAt = clock.now();
    await clock.sleep(latencyMs);
    return clock.now() - sentAt <= maxInFlightMs;
  };
  const fail = async (
    fault: Fault,
    verb: Verb,
    request: PlainRequest,
  ): Promise<PlainAnswer | undefined> => {
    if (fault.latencyMs !== undefined && !(await arrives(fault.latencyMs))) return undefined;
    if (fault.timeout) return undefined;
    if (fault.outage) return { status: 503, body: { error: 'the acquirer is out of order' } };
    const answers = [process(verb, request)];
    if (fault.duplicate) answers.push(process(verb, request));
    const [answer] = await Promise.all(answers);
    return fault.dropAnswer ? undefined : answer;
  };

  return {
    async handle(verb, request) {
      const fault = await faults.take('acquirer', verb);
      return fault ? fail(fault, verb, request) : process(verb, request);
    },
    chargesOf: (paymentId) => acquirer.chargesOf(paymentId),
    async quiet() {
      const ended = new AbortController();
      await Promise.race([Promise.all(processing), clock.sleep(QUIET_LIMIT_MS, ended.signal)]);
      ended.abort();
    },
  };
}

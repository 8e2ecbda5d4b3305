// The network between the nodes and the acquirer: requests and answers are late, lost, doubled
// and overtake each other; sometimes nobody is reached at all.

import { CallTimeout } from '@bramka/gateway/http/outgoing.ts';
import type { Transport } from '@bramka/gateway/acquirers/plain/plain.acquirer.ts';
import type { PlainAnswer, PlainRequest, Verb } from '@bramka/gateway/acquirers/plain/messages.ts';
import type { SimulatedAcquirer } from '@bramka/sandbox/acquirer/acquirer.ts';
import type { Chance } from './chance.ts';
import { PROVIDER_TIMEOUT_MS, type Faults } from './faults.ts';
import type { Life } from './life.ts';
import type { Schedule } from './schedule.ts';

export interface Network {
  /** The transport of one process. */
  from(life: Life): Transport;
  /** How many requests are on their way to the acquirer or being worked on there. */
  inFlight(): number;
  outage(ms: number): void;
}

export interface NetworkParts {
  readonly schedule: Schedule;
  readonly chance: Chance;
  readonly faults: Faults;
  readonly acquirer: SimulatedAcquirer;
  readonly trace: (line: string) => void;
}

export function createNetwork(parts: NetworkParts): Network {
  const { schedule, chance, faults, acquirer, trace } = parts;
  let inFlight = 0;
  let awayUntil = 0;
  const happens = (share: number): boolean => faults.on && share > 0 && chance.percent(share);
  const delay = (): number =>
    happens(faults.network.slow) ? chance.below(faults.network.slowestMs) : chance.between(1, 20);
  const isAway = (): boolean => faults.on && schedule.clock.now() < awayUntil;

  const deliver = async (verb: Verb, request: PlainRequest): Promise<PlainAnswer | undefined> => {
    const answer = await acquirer.handle(verb, request);
    trace(`acquirer ${verb} ${short(request.attemptId)} ${describe(answer)}`);
    return answer;
  };
  const carry = (verb: Verb, request: PlainRequest, back: (answer: PlainAnswer) => void): void => {
    inFlight += 1;
    schedule.after(delay(), () => {
      void deliver(verb, request).then((answer) => {
        inFlight -= 1;
        if (answer === undefined) return;
        if (happens(faults.network.answerLost)) trace('  its answer is lost');
        else schedule.after(delay(), () => back(answer));
      });
    });
  };
  const send: Transport = (verb, request) =>
    new Promise((resolve, reject) => {
      let isAnswered = false;
      const back = (answer: PlainAnswer): void => {
        isAnswered = true;
        resolve(answer);
      };
      schedule.after(PROVIDER_TIMEOUT_MS, () => {
        if (!isAnswered) reject(new CallTimeout());
      });
      if (isAway() || happens(faults.network.refused)) {
        schedule.after(chance.between(1, 20), () => reject(new Error('connection refused')));
        return;
      }
      if (happens(faults.network.requestLost)) return;
      carry(verb, request, back);
      if (happens(faults.network.doubled)) carry(verb, request, back);
    });
  return {
    from: (life) => (verb, request) => life.gate(send(verb, request)),
    inFlight: () => inFlight,
    outage: (ms) => {
      awayUntil = schedule.clock.now() + ms;
    },
  };
}

/** The random end of an id tells it apart; its beginning is the time. */
export function short(id: string | undefined): string {
  return id === undefined ? '-' : id.slice(-6);
}

function describe(answer: PlainAnswer | undefined): string {
  if (answer === undefined) return 'stays silent';
  const { result } = (answer.body ?? {}) as { result?: string };
  return `answers ${String(answer.status)} ${result ?? ''}`;
}

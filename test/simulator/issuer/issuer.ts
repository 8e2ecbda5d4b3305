// The simulated issuer side: directory server, ACS, their customers and an attacker, each with its
// own network lines to the nodes.

import { createIds } from '@bramka/gateway/core/id.ts';
import type { Instant } from '@bramka/gateway/core/clock.ts';
import type { JsonAnswer } from '@bramka/gateway/http/outgoing.ts';
import type { Authentication } from '@bramka/gateway/threeds/authentication.ts';
import type { DirectoryTransport } from '@bramka/gateway/threeds/directory/directory.ts';
import type { AReq, Erro } from '@bramka/gateway/threeds/messages/message.ts';
import type { Reply } from '../client/call.ts';
import { createChance } from '../world/chance.ts';
import type { Faults } from '../world/faults.ts';
import type { Life } from '../world/life.ts';
import { createLine, type Line } from '../world/line.ts';
import { short } from '../world/network.ts';
import type { SimulatedNode } from '../node/node-parts.ts';
import type { Schedule } from '../world/schedule.ts';
import { createAcs, REFUSED, type Acs, type CustomerMood } from './acs.ts';
import { createBook, type Book, type IssuerCase } from './book.ts';
import { createCustomers } from './customers.ts';
import { createDelivery } from './delivery.ts';
import { createForger } from './forger.ts';
import { createNotifications, type NotificationParts } from './notifications.ts';
import { createPlans } from './plans.ts';

export interface IssuerParts extends Pick<NotificationParts, 'onDefect' | 'misread'> {
  readonly seed: number;
  readonly schedule: Schedule;
  readonly faults: Faults;
  readonly nodes: readonly SimulatedNode[];
  readonly trace: (line: string) => void;
  readonly count: (what: string) => void;
  readonly onResult: (made: IssuerCase, reply: Reply) => void;
  readonly onForged: (lie: string, reply: Reply) => void;
}

export interface Issuer {
  /** Some worlds have no directory server and no authentication. */
  readonly isThere: boolean;
  /** How many percent of the cards are enrolled. */
  readonly cardShare: number;
  readonly book: Book;
  /** One process's connection to the directory server. */
  from(life: Life): DirectoryTransport | null;
  /** An authentication was written in this state. */
  onWritten(authentication: Authentication): void;
  inFlight(): number;
  /** When the next planned action is due. */
  nextAt(): Instant;
  outage(ms: number): void;
  /** From now on all customers and servers cooperate. */
  calm(): void;
}

const cardShares = [0, 30, 60, 90] as const;

export function createIssuer(parts: IssuerParts): Issuer {
  const { seed, schedule, faults, trace } = parts;
  const mood: CustomerMood = { isCalm: false };
  const count = (what: string): void => (mood.isCalm ? undefined : parts.count(what));
  const hands = { ...parts, count };
  const lineOf = (stream: number) =>
    createLine({
      ...{ schedule, faults, trace },
      chance: createChance(seed, stream),
      shares: faults.directory,
    });
  const [asking, telling] = [lineOf(44), lineOf(45)];
  const book = createBook();
  const plans = createPlans(schedule);
  const notifications = createNotifications({ ...parts, chance: createChance(seed, 43) });
  const deliver = createDelivery({ ...hands, line: telling, notifications, plans });
  const chance = createChance(seed, 46);
  const ids = createIds(schedule.clock, chance.bytes);
  const lies = createChance(seed, 47);
  const forge = createForger({ ...hands, chance: lies, book, plans, notifications });
  const acs: Acs = createAcs({
    ...{ chance, ids, faults, mood, book },
    onOpen: (made) => {
      customers.onChallenge(made);
      if (!mood.isCalm && chance.percent(faults.forgery)) forge(made);
    },
  });
  const customers = createCustomers({
    ...hands,
    ...{ acs, mood, book, plans, notifications, deliver },
    chance: createChance(seed, 48),
    later: schedule.after,
  });
  const cardShare = createChance(seed, 49).pick(cardShares);
  const isThere = cardShare > 0;
  const send = directoryServer(acs, asking, trace, count);
  const note = recordRefusal(book);
  return {
    isThere,
    cardShare,
    book,
    from: (life) => (isThere ? (...request) => life.gate(send(...request)).then(note) : null),
    onWritten(authentication) {
      const { state } = authentication;
      if (state === 'FINGERPRINT' || state === 'CHALLENGE') customers.onStep(authentication);
    },
    inFlight: () => asking.inFlight() + telling.inFlight() + plans.underWay(),
    nextAt: () => plans.nextAt(),
    outage: (ms) => {
      asking.outage(ms);
      telling.outage(ms);
    },
    calm: () => {
      mood.isCalm = true;
    },
  };
}

/** The connection to the directory server and back. */
function directoryServer(
  acs: Acs,
  line: Line,
  trace: (line: string) => void,
  count: (what: string) => void,
): DirectoryTransport {
  return (organization, message) =>
    line.send(() => {
      const answer = acs.answer(organization, message as AReq);
      const { transStatus, messageType } = (answer?.body ?? {}) as Record<string, string>;
      const told = answer ? `${String(answer.status)} ${transStatus ?? messageType ?? ''}` : 'not';
      trace(`directory 3ds ${short(message.threeDSServerTransID)} answers ${told}`);
      count(`answer ${transStatus ?? 'bad'}`);
      return Promise.resolve(answer);
    });
}

/** A node has received the refusal of its request. */
function recordRefusal({ refused }: Book) {
  return (answer: JsonAnswer): JsonAnswer => {
    const { errorCode, threeDSServerTransID } = (answer.body ?? {}) as Partial<Erro>;
    const isHeard = answer.status === 200 && errorCode === REFUSED;
    if (isHeard) refused.add(threeDSServerTransID ?? '');
    return answer;
  };
}

// The simulated side of the card issuers: directory server, access control servers, their customers
// and those who lie about them, on lines of their own to the nodes.

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
import type { SimulatedNode } from '../world/node.ts';
import type { Schedule } from '../world/schedule.ts';
import { createAcs, REFUSED, type Acs, type Mood } from './acs.ts';
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
  /** Some worlds have no directory server: nobody is authenticated there. */
  readonly isThere: boolean;
  /** Of a hundred cards so many take part. */
  readonly cardShare: number;
  readonly book: Book;
  /** The way of one process to the directory server. */
  from(life: Life): DirectoryTransport | null;
  /** An authentication was written as it is now. */
  noticed(authentication: Authentication): void;
  inFlight(): number;
  /** When somebody does something next. */
  nextAt(): Instant;
  outage(ms: number): void;
  /** From now on everybody is well disposed. */
  calm(): void;
}

const cardShares = [0, 30, 60, 90] as const;

export function createIssuer(parts: IssuerParts): Issuer {
  const { seed, schedule, faults, trace } = parts;
  const mood: Mood = { isCalm: false };
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
      customers.asked(made);
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
  const note = noteRefusal(book);
  return {
    isThere,
    cardShare,
    book,
    from: (life) => (isThere ? (...request) => life.gate(send(...request)).then(note) : null),
    noticed(authentication) {
      const { state } = authentication;
      if (state === 'FINGERPRINT' || state === 'CHALLENGE') customers.called(authentication);
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

/** The way to the directory server and back. */
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

/** A node has heard that its request is wrong. */
function noteRefusal({ refused }: Book) {
  return (answer: JsonAnswer): JsonAnswer => {
    const { errorCode, threeDSServerTransID } = (answer.body ?? {}) as Partial<Erro>;
    const isHeard = answer.status === 200 && errorCode === REFUSED;
    if (isHeard) refused.add(threeDSServerTransID ?? '');
    return answer;
  };
}

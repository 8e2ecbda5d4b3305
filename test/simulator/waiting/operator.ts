// The simulated operator: authorizations that wait for a customer, its own record of what happened
// to the money, messages to the gateway (repeated, disordered, early, late, contradicting), and a
// line that loses requests and answers until the faults end.

import type { Finding, Outcome } from '@bramka/gateway/providers/outcome.ts';
import type { Authorization, FollowUp, Provider } from '@bramka/gateway/providers/provider.ts';
import type { Chance } from '../world/chance.ts';
import type { Agenda } from './agenda.ts';

export const OPERATOR = 'operator';
export const MAX_IN_FLIGHT_MS = 60_000;
const TIMEOUT_MS = 10_000;
const timeout: Outcome = { kind: 'unknown', why: 'timeout' };

export interface Record {
  readonly attemptId: string;
  readonly paymentId: string;
  state: 'WAITING' | 'CHARGED' | 'REFUSED' | 'STOPPED' | 'RETURNED';
  /** Whether the operator ever reported an end that was not true. */
  hasLied: boolean;
  /** Whether it charged the customer although it had confirmed a stop. */
  chargedAfterStop: boolean;
}

export interface Message {
  readonly provider: string;
  readonly attemptId: string;
  readonly finding: Finding;
}

export interface Operator {
  readonly provider: Provider;
  readonly records: Map<string, Record>;
  /** Set by the world: receives the messages of the operator. */
  deliver: (message: Message) => void;
  /** No fault from now on. */
  endFaults(): void;
}

/** Whether faults still happen. */
interface Weather {
  isFaulty: boolean;
}

export function createOperator(agenda: Agenda, chance: Chance): Operator {
  const records = new Map<string, Record>();
  const weather: Weather = { isFaulty: true };
  const line = createLine(agenda, chance, weather);
  const sender = createSender(agenda, chance, weather, (message) => operator.deliver(message));
  const authorize = ({ attemptId, paymentId }: Authorization): Outcome => {
    const known = records.get(attemptId);
    if (known) return outcomeOf(known);
    const record: Record = {
      attemptId,
      paymentId,
      state: 'WAITING',
      hasLied: false,
      chargedAfterStop: false,
    };
    records.set(attemptId, record);
    if (chance.percent(30)) sender.tell(record, outcomeOf(record));
    startCustomer({ agenda, chance, weather, ...sender }, record);
    return outcomeOf(record);
  };
  const followUps = createFollowUps(records, () => weather.isFaulty && chance.percent(10));
  const find = (attemptId: string, verb: string): Finding => {
    const record = records.get(attemptId);
    if (verb === 'authorize') return record ? outcomeOf(record) : { kind: 'not-found' };
    return followUps.performed.get(attemptId) ?? { kind: 'not-found' };
  };
  const operator: Operator = {
    records,
    deliver: () => undefined,
    endFaults: () => (weather.isFaulty = false),
    provider: {
      name: OPERATOR,
      means: ['REDIRECT'],
      maxInFlightMs: MAX_IN_FLIGHT_MS,
      authorize: (request) => line(() => authorize(request), timeout),
      followUps: {
        stop: (request) => line(() => followUps.stop(request), timeout),
        refund: (request) => line(() => followUps.refund(request), timeout),
      },
      inquire: ({ attemptId, verb }) => line<Finding>(() => find(attemptId, verb), timeout),
    },
  };
  return operator;
}

/** Requests may be lost or late, and answers may be lost. */
function createLine(agenda: Agenda, chance: Chance, weather: Weather) {
  const fails = (share: number): boolean => weather.isFaulty && chance.percent(share);
  return <T>(perform: () => T, lost: T): Promise<T> =>
    new Promise((resolve) => {
      if (!fails(12)) {
        const isLate = fails(10);
        agenda.after(isLate ? chance.between(10_000, 50_000) : chance.between(1, 400), () => {
          const answer = perform();
          if (isLate || fails(15)) return;
          agenda.after(chance.between(0, 400), () => resolve(answer));
        });
      }
      agenda.after(TIMEOUT_MS, () => resolve(lost));
    });
}

interface Sender {
  /** Up to three copies, each with its own delay; sometimes none. */
  readonly tell: (record: Record, finding: Finding) => void;
  /** A message that certainly arrives. */
  readonly insist: (record: Record) => void;
}

function createSender(
  agenda: Agenda,
  chance: Chance,
  weather: Weather,
  deliver: (message: Message) => void,
): Sender {
  const sendAfter = (ms: number, { attemptId }: Record, finding: () => Finding): void =>
    agenda.after(ms, () => deliver({ provider: OPERATOR, attemptId, finding: finding() }));
  const copies: readonly (readonly [number, number])[] = [
    [6, 1],
    [3, 2],
    [1, 3],
  ];
  return {
    tell(record, finding) {
      if (weather.isFaulty && chance.percent(15)) return;
      const count = chance.weighted(copies);
      for (let copy = 0; copy < count; copy += 1) {
        const isSlow = weather.isFaulty && chance.percent(20);
        const delay = isSlow ? chance.between(1_000, 300_000) : chance.between(0, 2_000);
        sendAfter(delay, record, () => finding);
      }
    },
    insist: (record) => sendAfter(chance.between(0, 60_000), record, () => outcomeOf(record)),
  };
}

/** Each follow-up is performed once; repeats get the same answer. */
function createFollowUps(records: Map<string, Record>, isRefundDeclined: () => boolean) {
  const performed = new Map<string, Outcome>();
  const once =
    (perform: (record: Record | undefined) => Outcome) =>
    ({ attemptId, originalAttemptId }: FollowUp): Outcome => {
      const outcome = performed.get(attemptId) ?? perform(records.get(originalAttemptId));
      performed.set(attemptId, outcome);
      return outcome;
    };
  return {
    performed,
    stop: once((record) => {
      if (record?.state !== 'WAITING') return declined;
      record.state = 'STOPPED';
      return approved('stop');
    }),
    refund: once((record) => {
      if (record?.state !== 'CHARGED' || isRefundDeclined()) return declined;
      record.state = 'RETURNED';
      return approved('refund');
    }),
  };
}

interface CustomerParts extends Sender {
  readonly agenda: Agenda;
  readonly chance: Chance;
  readonly weather: Weather;
}

/** Confirms, refuses or does nothing; sometimes the operator contradicts itself. */
function startCustomer(parts: CustomerParts, record: Record): void {
  const { agenda, chance, tell, insist, weather } = parts;
  const act = chance.weighted([
    [6, 'confirm'],
    [2, 'refuse'],
    [2, 'nothing'],
  ] as const);
  if (act === 'nothing') return;
  agenda.after(chance.between(500, 150_000), () => {
    const isStopped = record.state === 'STOPPED';
    const breaksStop = isStopped && act === 'confirm' && weather.isFaulty && chance.percent(10);
    if (record.state !== 'WAITING' && !breaksStop) return;
    record.chargedAfterStop = breaksStop;
    if (act === 'confirm' && weather.isFaulty && chance.percent(8)) {
      record.hasLied = true;
      tell(record, declined);
    }
    record.state = act === 'confirm' ? 'CHARGED' : 'REFUSED';
    tell(record, outcomeOf(record));
    // Nobody asks about an end that was reported, so only a message can correct it.
    if (record.chargedAfterStop || record.hasLied) insist(record);
  });
}

const declined: Outcome = { kind: 'declined', rejectCode: 'DO_NOT_HONOR', reference: null };

function approved(reference: string): Outcome {
  return { kind: 'approved', reference, authCode: null, networkTransactionId: null };
}

function outcomeOf({ state, attemptId }: Record): Outcome {
  switch (state) {
    case 'WAITING':
      return { kind: 'pending', reference: `op-${attemptId}`, customer: { kind: 'confirm' } };
    case 'CHARGED':
    case 'RETURNED':
      return approved(`op-${attemptId}`);
    case 'REFUSED':
    case 'STOPPED':
      return declined;
  }
}

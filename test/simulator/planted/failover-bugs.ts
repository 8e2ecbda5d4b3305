// Planted bugs in failover, each with the invariant that reveals it.

import { Draft, type Entry, type Journal } from '@bramka/gateway/journal/entry.ts';
import { events } from '@bramka/gateway/events/event.ts';
import { payments } from '@bramka/gateway/payments/model/payment.ts';
import { transactions } from '@bramka/gateway/payments/model/transaction.ts';
import { attempts, type Attempt, type StoredRoute } from '@bramka/gateway/providers/attempt.ts';
import type { Declined, Outcome } from '@bramka/gateway/providers/outcome.ts';
import type { Provider } from '@bramka/gateway/providers/provider.ts';
import { tamper, type PlantedBug } from './planted-bug.ts';

type Row = Record<string, unknown>;

/** Changes the outcomes of authorizations. */
function mistake(change: (outcome: Outcome) => Outcome) {
  return (acquirer: Provider): Provider => ({
    ...acquirer,
    authorize: async (request) => change(await acquirer.authorize(request)),
  });
}

const elsewhere: Declined = {
  kind: 'declined',
  rejectCode: 'PROVIDER_UNAVAILABLE',
  reference: null,
  mayTryElsewhere: true,
};

/** An answer that cannot be read is taken for a decline. */
const afterUnknown: PlantedBug = {
  name: 'failover after an unknown outcome',
  breaks: ['F1 failover'],
  shows: /has its money/,
  planted: {
    acquirer: mistake((outcome) => {
      const isUnclear = outcome.kind === 'unknown' && outcome.why !== 'timeout';
      return isUnclear && outcome.why !== 'not-sent' ? elsewhere : outcome;
    }),
  },
};

const afterTimeout: PlantedBug = {
  name: 'failover after a time-out counted as not sent',
  breaks: ['F1 failover'],
  shows: /has its money/,
  planted: {
    acquirer: mistake((outcome) => {
      const isTimeout = outcome.kind === 'unknown' && outcome.why === 'timeout';
      return isTimeout ? { kind: 'unknown', why: 'not-sent' } : outcome;
    }),
  },
};

/** What follows an authorization goes to the provider that was asked first. */
const followUpsToFirst: PlantedBug = {
  name: 'follow-ups sent to the first provider of the route',
  breaks: ['F2 own provider', 'I1 money'],
  planted: {
    acquirers: (list) => list.map((one) => ({ ...one, followUps: list[0]?.followUps ?? {} })),
  },
};

/** The attempts at later providers that an entry begins. */
function nextAttempt({ inserts }: Pick<Entry, 'inserts'>): Attempt | undefined {
  const found = inserts.find(({ table, row }) => {
    return table === attempts && ((row['route'] as StoredRoute | null)?.position ?? 0) > 0;
  });
  return found?.row as Attempt | undefined;
}

/** The decline is recorded first, and then the next attempt: in between nothing goes on. */
const twoEntries: PlantedBug = {
  name: 'next attempt written in a second entry',
  breaks: ['I6 secrecy', 'I10 liveness'],
  shows: /PENDING, still has card data|not settled after an hour: payment/,
  planted: {
    journal: (journal): Journal => ({
      ...journal,
      async commit(entry) {
        const next = nextAttempt(entry);
        if (!next) return journal.commit(entry);
        const [first, second] = divide(entry as Draft, next);
        const result = await journal.commit(first);
        return result.kind === 'committed' ? journal.commit(second) : result;
      },
    }),
  },
};

/** Two entries, each complete by itself: all that concerns the next attempt is in the second. */
function divide({ inserts, updates, deletes, changes }: Draft, { transId }: Attempt) {
  const isLater = ({ table, row }: Draft['inserts'][number]): boolean => {
    if (table === events) return (JSON.parse(row['body'] as string) as Row)['transId'] === transId;
    return (table === transactions || table === attempts) && row['transId'] === transId;
  };
  const first = new Draft();
  const second = new Draft();
  first.inserts.push(...inserts.filter((one) => !isLater(one)));
  second.inserts.push(...inserts.filter(isLater));
  first.updates.push(...updates);
  first.deletes.push(...deletes);
  for (const { table, row, expected } of changes) {
    if (table !== payments) continue;
    const { version, sequence } = row as { version: number; sequence: number };
    const before = { ...row, sequence: sequence - 1, holdsOrder: false };
    first.changes.push({ table, row: before, expected });
    second.changes.push({ table, row: { ...row, version: version + 1 }, expected: version });
  }
  return [first, second] as const;
}

/** A payment that was cancelled meanwhile goes on after the decline. */
function afterCancel(): PlantedBug {
  const cancelled = new Set<unknown>();
  return {
    name: 'failover although the payment was cancelled',
    breaks: ['I2 one charge'],
    shows: /authorize .* began, but it was CANCELLED/,
    planted: {
      journal: tamper(({ inserts, updates, changes }) => {
        for (const { table, row } of changes) {
          if (table === payments && row['status'] === 'CANCELLED') cancelled.add(row['paymentId']);
        }
        const declined = updates.find(({ table, row }) => {
          const isUnreached = row['rejectCode'] === 'ISSUER_UNAVAILABLE';
          return table === attempts && isUnreached && cancelled.has(row['paymentId']);
        })?.row as Attempt | undefined;
        if (!declined?.route) return;
        const { route, finishedAt, attemptId } = declined;
        const next = `${attemptId.slice(0, -1)}${attemptId.endsWith('0') ? '1' : '0'}`;
        const restarted = { state: 'OPEN', finishedAt: null, rejectCode: null, attemptId: next };
        const checked = { startedAt: finishedAt, checkAt: finishedAt };
        const place = { provider: route.providers.at(-1), route: { ...route, position: 1 } };
        const row = { ...declined, ...restarted, ...checked, ...place };
        inserts.push({ table: attempts, row } as never);
      }),
    },
  };
}

const FAR = 100;

/** The stored positions are right, but those in memory never reach the limit. */
const withoutLimit: PlantedBug = {
  name: 'failover without a limit',
  breaks: ['I2 one charge'],
  shows: /three providers were tried/,
  planted: {
    journal: tamper(({ inserts }) => {
      inserts.forEach(({ table, row }, index) => {
        const route = row['route'] as { position: number } | null | undefined;
        if (table !== attempts || !route) return;
        if (route.position === 0) route.position = -FAR;
        const stored = { ...route, position: route.position + FAR };
        inserts[index] = { table, row: { ...row, route: stored } };
      });
    }),
  },
};

/** Only the first provider gets the result of the authentication. */
const proofDropped: PlantedBug = {
  name: 'proof of authentication not sent to the next provider',
  breaks: ['A1 proof'],
  planted: {
    acquirers: (list) => {
      const sent = new Set<string>();
      return list.map((one) => ({
        ...one,
        authorize(request) {
          const { means, paymentId } = request;
          const isNext = sent.has(paymentId);
          sent.add(paymentId);
          if (means.kind !== 'card' || !isNext) return one.authorize(request);
          return one.authorize({ ...request, means: { ...means, threeDS: null } });
        },
      }));
    },
  },
};

export const failoverBugs: readonly PlantedBug[] = [
  afterUnknown,
  afterTimeout,
  followUpsToFirst,
  twoEntries,
  afterCancel(),
  withoutLimit,
  proofDropped,
];

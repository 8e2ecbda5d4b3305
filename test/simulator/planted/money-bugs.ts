// Planted bugs in payments and their amounts, which prove that the simulator finds them.

import { attempts } from '@bramka/gateway/providers/attempt.ts';
import type { Outcome } from '@bramka/gateway/providers/outcome.ts';
import { events } from '@bramka/gateway/events/event.ts';
import type { Entry } from '@bramka/gateway/journal/entry.ts';
import type { PaymentStore } from '@bramka/gateway/payments/loading/payment.store.ts';
import { transactions } from '@bramka/gateway/payments/model/transaction.ts';
import { tamper, type PlantedBug } from './planted-bug.ts';

/** Compare-and-set without the comparison: the last writer wins. */
const missingVersionCheck: PlantedBug = {
  name: 'missing version check',
  breaks: ['I1 money', 'I2 one charge', 'I3 legal states', 'I4 events'],
  planted: {
    damage(entry, memory): Entry {
      const changes = entry.changes.map((change) => {
        const present = memory.find<Record<string, number>>(change.table, change.row);
        return {
          ...change,
          expected: present?.[change.table.version as string] ?? change.expected,
        };
      });
      return { ...entry, changes };
    },
  },
};

/** The event for a reversal is missing. */
const lostEvent: PlantedBug = {
  name: 'lost event',
  breaks: ['I4 events'],
  planted: {
    journal: tamper((draft) => {
      const reversal = draft.inserts.some(
        ({ table, row }) => table === transactions && row['type'] === 'REVERSAL',
      );
      const told = draft.inserts.findIndex(({ table }) => table === events);
      if (reversal && told >= 0) draft.inserts.splice(told, 1);
    }),
  },
};

/** No answer is treated as a decline. */
const guessedOutcome: PlantedBug = {
  name: 'guessed outcome',
  breaks: ['I1 money', 'I2 one charge'],
  planted: {
    acquirer: (acquirer) => ({
      ...acquirer,
      async authorize(request): Promise<Outcome> {
        const outcome = await acquirer.authorize(request);
        if (outcome.kind !== 'unknown') return outcome;
        return { kind: 'declined', rejectCode: 'ISSUER_UNAVAILABLE', reference: null };
      },
    }),
  },
};

/** A completed capture is not visible, so that another one is allowed. */
const doubleCapture: PlantedBug = {
  name: 'double capture',
  breaks: ['I2 one charge'],
  shows: /^capture .* captured before/,
  planted: {
    store: (store): PaymentStore => ({
      ...store,
      async load(...id) {
        const loaded = await store.load(...id);
        if (!loaded || loaded.payment.transKind !== 'PREAUTH') return loaded;
        return { ...loaded, payment: { ...loaded.payment, capturedMinor: 0n } };
      },
    }),
  },
};

/** The money of a payment that was cancelled meanwhile is not returned. */
const lateSuccessIgnored: PlantedBug = {
  name: 'late success ignored',
  breaks: ['I1 money', 'I4 events'],
  planted: {
    journal: tamper((draft) => {
      const late = draft.inserts.find(
        ({ table, row }) => table === attempts && row['intent'] === 'LATE_SUCCESS',
      );
      if (!late) return;
      const kept = draft.inserts.filter(({ table, row }) => {
        const isReversal = table === attempts || table === transactions;
        return !isReversal || row['transId'] !== late.row['transId'];
      });
      draft.inserts.splice(0, draft.inserts.length, ...kept);
    }),
  },
};

/** An event differs from the row that was written with it. */
function wrongEvent(
  name: string,
  shows: RegExp,
  mistake: (told: Record<string, unknown>) => void,
): PlantedBug {
  return {
    name,
    breaks: ['I4 events'],
    shows,
    planted: {
      journal: tamper(({ inserts }) => {
        inserts.forEach((write, index) => {
          if (write.table !== events || write.row['event'] !== 'TRANSACTION_STATUS') return;
          const told = JSON.parse(write.row['body'] as string) as Record<string, unknown>;
          mistake(told);
          inserts[index] = { ...write, row: { ...write.row, body: JSON.stringify(told) } };
        });
      }),
    },
  };
}

const amountOfThePayment = wrongEvent('capture told with another amount', /amount is/, (told) => {
  if (told['transType'] === 'CAPTURE') told['amount'] = '1.00';
});
const withdrawalAsLive = wrongEvent('withdrawal told as completed', /status is/, (told) => {
  if (told['status'] === 'CANCELLED') told['status'] = 'COMPLETED';
});

/** A request that may still arrive is treated as lost. */
const notFoundBelievedEarly: PlantedBug = {
  name: 'not found believed too early',
  breaks: ['I1 money', 'I2 one charge'],
  planted: { acquirer: (acquirer) => ({ ...acquirer, maxInFlightMs: 20_000 }) },
};

export const moneyBugs: readonly PlantedBug[] = [
  missingVersionCheck,
  lostEvent,
  guessedOutcome,
  doubleCapture,
  lateSuccessIgnored,
  amountOfThePayment,
  withdrawalAsLive,
  notFoundBelievedEarly,
];

// Planted bugs in refunds and the ledger, each violating its own invariant.

import { balances, transfers } from '@bramka/gateway/ledger/ledger.ts';
import type { PaymentStore } from '@bramka/gateway/payments/loading/payment.store.ts';
import { approvalOf } from '@bramka/gateway/providers/outcome.ts';
import { tamper, type PlantedBug } from './planted-bug.ts';
import { removeTransfer, transfersOf } from './transfers-of.ts';

/** Earlier refunds do not count, so that together they may exceed what was paid. */
const refundsForgotten: PlantedBug = {
  name: 'earlier refunds forgotten',
  breaks: ['M2 refunds'],
  planted: {
    store: (store): PaymentStore => ({
      ...store,
      async load(...id) {
        const loaded = await store.load(...id);
        return loaded && { ...loaded, payment: { ...loaded.payment, refundedMinor: 0n } };
      },
    }),
  },
};

/** The money of a declined refund stays reserved. */
const reservationKept: PlantedBug = {
  name: 'reservation of a declined refund kept',
  breaks: ['M3 reserved'],
  planted: {
    journal: tamper((draft) => {
      for (const one of transfersOf(draft, 'UNRESERVE')) removeTransfer(draft, one);
    }),
  },
};

/** A refund without an answer is considered made. */
const refundGuessed: PlantedBug = {
  name: 'refund without an answer considered made',
  breaks: ['M4 returned'],
  planted: {
    acquirer: (acquirer) => ({
      ...acquirer,
      followUps: {
        ...acquirer.followUps,
        async refund(request) {
          const outcome = await acquirer.followUps.refund?.(request);
          if (outcome && outcome.kind !== 'unknown') return outcome;
          return approvalOf(request.attemptId);
        },
      },
    }),
  },
};

/** A sale is booked as money to be returned: the sums are right, the merchant's funds are not. */
const saleMisplaced: PlantedBug = {
  name: 'sale booked to another account',
  breaks: ['M1 books'],
  planted: {
    journal: tamper((draft) => {
      for (const sale of transfersOf(draft, 'SALE')) {
        removeTransfer(draft, sale);
        const { merchantId, currency, debit, amountMinor } = sale;
        const credit = 'LATE_CHARGES';
        draft.insert(transfers, { ...sale, credit });
        for (const [account, by] of [
          [debit, -amountMinor],
          [credit, amountMinor],
        ] as const) {
          draft.increment(balances, { merchantId, account, currency }, 'balanceMinor', by);
        }
      }
    }),
  },
};

export const refundBugs: readonly PlantedBug[] = [
  refundsForgotten,
  reservationKept,
  refundGuessed,
  saleMisplaced,
];

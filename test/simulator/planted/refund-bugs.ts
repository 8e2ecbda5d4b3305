// Planted bugs in refunds and the ledger, each violating its own invariant.

import type { Draft } from '@bramka/gateway/journal/entry.ts';
import { balances, transfers, type Transfer } from '@bramka/gateway/ledger/ledger.ts';
import type { PaymentStore } from '@bramka/gateway/payments/payment.store.ts';
import { approvalOf } from '@bramka/gateway/providers/outcome.ts';
import { tamper, type PlantedBug } from './planted-bug.ts';

/** Takes a transfer out of an entry, with its changes of two balances. */
function removeTransfer(draft: Draft, transfer: Transfer): void {
  const place = draft.inserts.findIndex(({ row }) => row === (transfer as unknown));
  if (place >= 0) draft.inserts.splice(place, 1);
  const { debit, credit, amountMinor } = transfer;
  for (const [account, by] of [
    [debit, -amountMinor],
    [credit, amountMinor],
  ] as const) {
    const at = draft.increments.findIndex(
      (one) => one.table === balances && one.key['account'] === account && one.by === by,
    );
    if (at >= 0) draft.increments.splice(at, 1);
  }
}

function transfersOf(draft: Draft, kind: Transfer['kind']): Transfer[] {
  return draft.inserts
    .filter(({ table, row }) => table === transfers && row['kind'] === kind)
    .map(({ row }) => row as unknown as Transfer);
}

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

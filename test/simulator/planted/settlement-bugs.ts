// Planted bugs in settlement, each violating its own invariant.

import { items } from '@bramka/gateway/settlement/batch.ts';
import { tamper, type PlantedBug } from './planted-bug.ts';
import { removeTransfer, transfersOf } from './transfers-of.ts';

/** The fee is posted, but the payee's item does not show it. */
const feeForgotten: PlantedBug = {
  name: 'fee missing in the item',
  breaks: ['M5 settlement'],
  planted: {
    journal: tamper(({ inserts }) => {
      inserts.forEach(({ table, row }, index) => {
        if (table !== items) return;
        const netMinor = (row['netMinor'] as bigint) + (row['feeMinor'] as bigint);
        inserts[index] = { table, row: { ...row, feeMinor: 0n, netMinor } };
      });
    }),
  },
};

/** A batch is closed without its payout. */
const payoutLost: PlantedBug = {
  name: 'payout lost',
  breaks: ['M6 payouts'],
  planted: {
    journal: tamper((draft) => {
      for (const one of transfersOf(draft, 'PAYOUT')) removeTransfer(draft, one);
    }),
  },
};

/** A refund that begins in between is not seen, but its money is missing in the payout. */
const readApart: PlantedBug = {
  name: 'balances of a batch read one after the other',
  breaks: ['M6 payouts'],
  shows: /while a refund is in progress/,
  planted: {
    batches: (store) => ({
      ...store,
      async balances(...of) {
        const { returningMinor } = await store.balances(...of);
        return { ...(await store.balances(...of)), returningMinor };
      },
    }),
  },
};

export const settlementBugs: readonly PlantedBug[] = [feeForgotten, payoutLost, readApart];

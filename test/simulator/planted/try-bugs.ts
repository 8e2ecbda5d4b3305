// Planted bugs in the tries of a payment on the payment page.

import type { Draft } from '@bramka/gateway/journal/entry.ts';
import { payments } from '@bramka/gateway/payments/model/payment.ts';
import { tamper, type PlantedBug } from './planted-bug.ts';

type Row = Record<string, unknown>;

/** Changes the payment of an entry after which it is open for another try. */
function changeRefused(change: (row: Row) => void) {
  return tamper((draft: Draft) => {
    for (const write of [...draft.inserts, ...draft.changes]) {
      const row = write.row as Row;
      const isRefused = row['status'] === 'PENDING' && row['rejectCode'] !== null;
      if (write.table === payments && isRefused) change(row);
    }
  });
}

export const tryBugs: readonly PlantedBug[] = [
  {
    name: 'a refused try keeps its order',
    breaks: ['I2 one charge'],
    planted: { journal: changeRefused((row) => (row['holdsOrder'] = true)) },
  },
  {
    name: 'a refused try is not counted',
    breaks: ['I3 legal states', 'I2 one charge'],
    planted: { journal: changeRefused((row) => (row['refusedTries'] = 0)) },
  },
];

// Bugs planted between the engine and its dependencies; each must be found as the violation of its
// invariant.

import type { Draft } from '@bramka/gateway/journal/entry.ts';
import { payments } from '@bramka/gateway/payments/model/payment.ts';
import type { Outcome } from '@bramka/gateway/providers/outcome.ts';
import { tamper } from '../planted/planted-bug.ts';
import { OPERATOR } from './operator.ts';
import type { WaitingBug } from './waiting-bug.ts';

function changePayment(change: (row: Record<string, unknown>) => void) {
  return tamper((draft: Draft) => {
    for (const write of [...draft.inserts, ...draft.changes]) {
      if (write.table === payments) change(write.row);
    }
  });
}

const refunded: Outcome = {
  kind: 'approved',
  reference: 'none',
  authCode: null,
  networkTransactionId: null,
};

export const waitingBugs: readonly WaitingBug[] = [
  {
    name: 'a cancelled payment frees its order at once',
    breaks: 'order free while the customer may be charged',
    journal: changePayment((row) => {
      if (row['status'] === 'CANCELLED') row['holdsOrder'] = false;
    }),
  },
  {
    name: 'deadlines are not processed',
    breaks: 'no payment stays PENDING',
    neverEnds: true,
  },
  {
    name: 'the refund of a late success is not sent',
    breaks: 'a late charge is returned',
    provider: (real) => ({
      ...real,
      followUps: { ...real.followUps, refund: () => Promise.resolve(refunded) },
    }),
  },
  {
    name: 'a late success raises no alarm',
    breaks: 'a late charge raises an alarm',
    log: (log) => ({ ...log, error: () => undefined }),
  },
  {
    name: 'a declined stop counts as a stop',
    breaks: 'order free while the customer may be charged',
    conclusions: (real) => ({
      ...real,
      stop: (loaded, settled, terms, now) =>
        real.stop(loaded, { ...settled, state: 'APPROVED' }, terms, now),
    }),
  },
  {
    name: 'a late success completes the ended payment',
    breaks: 'a final status stays',
    journal: changePayment((row) => {
      if (row['status'] === 'CANCELLED' && Number(row['capturedMinor']) > 0) {
        row['status'] = 'COMPLETED';
      }
    }),
  },
  {
    name: 'the sender of a message is not compared',
    breaks: 'a forged message changes nothing',
    processor: (real) => ({
      ...real,
      report: (message) => real.report({ ...message, provider: OPERATOR }),
    }),
  },
  {
    name: 'a stop that was not answered frees the order',
    breaks: 'order free while the customer may be charged',
    journal: tamper((draft: Draft) => {
      const isStop = (row: Record<string, unknown>): boolean =>
        row['verb'] === 'stop' && row['state'] === 'UNKNOWN';
      if (!draft.updates.some(({ row }) => isStop(row))) return;
      for (const { table, row } of draft.changes) {
        if (table === payments) (row as Record<string, unknown>)['holdsOrder'] = false;
      }
    }),
  },
];

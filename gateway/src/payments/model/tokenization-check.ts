// A change of a payment that a tokenization follows: written in the same entry, so that a job
// continues the tokenization even if this process ends. The tokenizer removes the row.

import type { Instant } from '../../core/clock.ts';
import type { Draft } from '../../journal/entry.ts';
import { table, type RowOf } from '../../journal/table.ts';
import type { Payment } from './payment.ts';

export const tokenizationChecks = table('tokenization_checks', {
  columns: {
    merchantId: 'text',
    tokenizerId: 'uuid',
    dueAt: 'timestamptz',
  },
  key: ['merchantId', 'tokenizerId'],
  mutable: ['dueAt'],
  upsert: true,
});

export type TokenizationCheck = RowOf<typeof tokenizationChecks>;

/** The node that commits the change continues at once; others after this time. */
const TAKEN_OVER_AFTER_MS = 5000;

/** Sets or moves the check of a tokenization; null removes it. */
export function setCheck(
  draft: Draft,
  { merchantId, tokenizerId }: Omit<TokenizationCheck, 'dueAt'>,
  dueAt: Instant | null,
): void {
  draft.withdraw(tokenizationChecks);
  if (dueAt === null) draft.delete(tokenizationChecks, { merchantId, tokenizerId });
  else draft.insert(tokenizationChecks, { merchantId, tokenizerId, dueAt });
}

type Changed = Pick<Payment, 'merchantId' | 'tokenizerId' | 'updatedAt'>;

export function checkAfterChange(draft: Draft, { merchantId, tokenizerId, updatedAt }: Changed) {
  if (tokenizerId === null) return;
  setCheck(draft, { merchantId, tokenizerId }, updatedAt + TAKEN_OVER_AFTER_MS);
}

// The read queries of the simulated BLIK operator.

import type { OutboxMessage } from '../party/outbox.ts';
import { rowsDue, rowsWhere, rowWhere, someDue, storeOf } from '../party/queries.store.ts';
import { aliasTable, codeTable, messageTable, paymentTable } from './rows.ts';
import type { BlikAlias, BlikCode, BlikPayment } from './rows.ts';

type AliasKey = [merchantId: string, type: 'UID' | 'PAYID', alias: string];

export const sqlBlikStore = storeOf({
  /** The newest code with this hash. */
  code: rowWhere<BlikCode, [codeHash: string]>(
    'blik.code',
    codeTable,
    'code_hash = $1 order by issued_at desc, code_id desc limit 1',
  ),
  /** The newest code of the phone. */
  codeOf: rowWhere<BlikCode, [phone: string]>(
    'blik.code-of',
    codeTable,
    'phone = $1 order by issued_at desc, code_id desc limit 1',
  ),
  payment: rowWhere<BlikPayment, [attemptId: string]>(
    'blik.payment',
    paymentTable,
    'attempt_id = $1::uuid',
  ),
  ofPayment: rowsWhere<BlikPayment, [paymentId: string]>(
    'blik.of-payment',
    paymentTable,
    'payment_id = $1::uuid order by created_at, attempt_id',
  ),
  /** Payments that a person must confirm, the oldest first; of all phones, or of one. */
  waiting: rowsWhere<BlikPayment, [phone: string | null]>(
    'blik.waiting',
    paymentTable,
    `due_at is not null and phone is not null
     and ($1::text is null or phone = $1) order by created_at, attempt_id limit 100`,
  ),
  duePayments: rowsDue<BlikPayment>('blik.due-payments', paymentTable),
  alias: rowWhere<BlikAlias, [aliasId: string]>('blik.alias', aliasTable, 'alias_id = $1::uuid'),
  /** The active aliases with this key, one per phone. */
  aliasesOf: rowsWhere<BlikAlias, AliasKey>(
    'blik.aliases-of',
    aliasTable,
    `merchant_id = $1 and type = $2 and alias = $3 and state = 'ACTIVE' order by phone`,
  ),
  /** The active aliases of all phones, or of one. */
  saved: rowsWhere<BlikAlias, [phone: string | null]>(
    'blik.saved',
    aliasTable,
    `state = 'ACTIVE' and ($1::text is null or phone = $1)
     order by created_at, alias_id limit 100`,
  ),
  message: rowWhere<OutboxMessage, [messageId: string]>(
    'blik.message',
    messageTable,
    'message_id = $1::uuid',
  ),
  dueMessages: rowsDue<OutboxMessage>('blik.due-messages', messageTable),
});
export type BlikStore = ReturnType<typeof sqlBlikStore>;

export const blikDue = someDue(
  'blik.some-due',
  `(select due_at from ${paymentTable.name}
    union all select due_at from ${messageTable.name}) as both_tables`,
);

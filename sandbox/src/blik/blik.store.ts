// The read queries of the simulated BLIK operator.

import { isoTime, type Instant } from '@bramka/gateway/core/clock.ts';
import { selectList, type Table } from '@bramka/gateway/journal/table.ts';
import { statement, type Queryable } from '@bramka/gateway/storage/database.ts';
import type { OutboxMessage } from '../party/outbox.ts';
import {
  aliasTable,
  codeTable,
  messageTable,
  paymentTable,
  type BlikAlias,
  type BlikCode,
  type BlikPayment,
} from './rows.ts';

interface AliasKey {
  readonly merchantId: string;
  readonly type: 'UID' | 'PAYID';
  readonly alias: string;
}

export interface BlikStore {
  /** The newest code with this hash. */
  code(codeHash: string): Promise<BlikCode | undefined>;
  /** The newest code of the phone. */
  codeOf(phone: string): Promise<BlikCode | undefined>;
  payment(attemptId: string): Promise<BlikPayment | undefined>;
  ofPayment(paymentId: string): Promise<BlikPayment[]>;
  /** Payments that a person must confirm, the oldest first; of all phones, or of one. */
  waiting(phone: string | null): Promise<BlikPayment[]>;
  duePayments(now: Instant, most: number): Promise<BlikPayment[]>;
  alias(aliasId: string): Promise<BlikAlias | undefined>;
  /** The active aliases with this key, one per phone. */
  aliasesOf(key: AliasKey): Promise<BlikAlias[]>;
  /** The active aliases of all phones, or of one. */
  saved(phone: string | null): Promise<BlikAlias[]>;
  message(messageId: string): Promise<OutboxMessage | undefined>;
  dueMessages(now: Instant, most: number): Promise<OutboxMessage[]>;
}

const rows = (of: Table): string => `select ${selectList(of)} from ${of.name}`;
const named = (name: string, text: string) => statement(`sandbox.blik.${name}`, text);

const code = named(
  'code',
  `${rows(codeTable)} where code_hash = $1 order by issued_at desc, code_id desc limit 1`,
);
const codeOf = named(
  'code-of',
  `${rows(codeTable)} where phone = $1 order by issued_at desc, code_id desc limit 1`,
);
const payment = named('payment', `${rows(paymentTable)} where attempt_id = $1::uuid`);
const ofPayment = named(
  'of-payment',
  `${rows(paymentTable)} where payment_id = $1::uuid order by created_at, attempt_id`,
);
const waiting = named(
  'waiting',
  `${rows(paymentTable)} where due_at is not null and phone is not null
   and ($1::text is null or phone = $1) order by created_at, attempt_id limit 100`,
);
const duePayments = named(
  'due-payments',
  `${rows(paymentTable)} where due_at <= $1::timestamptz order by due_at, attempt_id limit $2`,
);
const alias = named('alias', `${rows(aliasTable)} where alias_id = $1::uuid`);
const aliasesOf = named(
  'aliases-of',
  `${rows(aliasTable)} where merchant_id = $1 and type = $2 and alias = $3 and state = 'ACTIVE'
   order by phone`,
);
const saved = named(
  'saved',
  `${rows(aliasTable)} where state = 'ACTIVE' and ($1::text is null or phone = $1)
   order by created_at, alias_id limit 100`,
);
const message = named('message', `${rows(messageTable)} where message_id = $1::uuid`);
const dueMessages = named(
  'due-messages',
  `${rows(messageTable)} where due_at <= $1::timestamptz order by due_at, message_id limit $2`,
);
export const blikDue = named(
  'some-due',
  `select 1 from (select due_at from ${paymentTable.name}
     union all select due_at from ${messageTable.name}) as both_tables
   where due_at <= $1::timestamptz order by due_at`,
);

export function sqlBlikStore(on: Queryable): BlikStore {
  return {
    code: async (codeHash) => (await on.run<BlikCode>(code, [codeHash]))[0],
    codeOf: async (phone) => (await on.run<BlikCode>(codeOf, [phone]))[0],
    payment: async (attemptId) => (await on.run<BlikPayment>(payment, [attemptId]))[0],
    ofPayment: (paymentId) => on.run<BlikPayment>(ofPayment, [paymentId]),
    waiting: (phone) => on.run<BlikPayment>(waiting, [phone]),
    duePayments: (now, most) => on.run<BlikPayment>(duePayments, [isoTime(now), most]),
    alias: async (aliasId) => (await on.run<BlikAlias>(alias, [aliasId]))[0],
    aliasesOf: (key) => on.run<BlikAlias>(aliasesOf, [key.merchantId, key.type, key.alias]),
    saved: (phone) => on.run<BlikAlias>(saved, [phone]),
    message: async (messageId) => (await on.run<OutboxMessage>(message, [messageId]))[0],
    dueMessages: (now, most) => on.run<OutboxMessage>(dueMessages, [isoTime(now), most]),
  };
}

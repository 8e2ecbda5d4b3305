// The read queries of the simulated token service.

import { isoTime, type Instant } from '@bramka/gateway/core/clock.ts';
import { selectList, type Table } from '@bramka/gateway/journal/table.ts';
import { statement, type Queryable } from '@bramka/gateway/storage/database.ts';
import type { OutboxMessage } from '../party/outbox.ts';
import {
  cryptogramTable,
  messageTable,
  tokenTable,
  type CryptogramRow,
  type Scheme,
  type TokenRow,
} from './rows.ts';

const rows = (of: Table): string => `select ${selectList(of)} from ${of.name}`;
const named = (name: string, text: string) => statement(`sandbox.tokens.${name}`, text);

const token = named('token', `${rows(tokenTable)} where instrument_ref = $1::uuid`);
const ofRequest = named(
  'of-request',
  `${rows(tokenTable)} where scheme = $1 and request_id = $2::uuid`,
);
const ofNumber = named('of-number', `${rows(tokenTable)} where token_hash = $1`);
const newest = named(
  'newest',
  `${rows(tokenTable)} order by created_at desc, instrument_ref desc limit $1`,
);
const cryptogram = named(
  'cryptogram',
  `${rows(cryptogramTable)} where instrument_ref = $1::uuid and counter = $2`,
);
const message = named('message', `${rows(messageTable)} where message_id = $1::uuid`);
const dueMessages = named(
  'due-messages',
  `${rows(messageTable)} where due_at <= $1::timestamptz order by due_at, message_id limit $2`,
);
export const messagesDue = named(
  'some-due',
  `select 1 from ${messageTable.name} where due_at <= $1::timestamptz order by due_at`,
);

export type TokenStore = ReturnType<typeof sqlTokenStore>;

export function sqlTokenStore(on: Queryable) {
  return {
    token: async (ref: string) => (await on.run<TokenRow>(token, [ref]))[0],
    ofRequest: async (scheme: Scheme, requestId: string) =>
      (await on.run<TokenRow>(ofRequest, [scheme, requestId]))[0],
    ofNumber: async (tokenHash: string) => (await on.run<TokenRow>(ofNumber, [tokenHash]))[0],
    /** The newest first. */
    newest: (most: number) => on.run<TokenRow>(newest, [most]),
    cryptogram: async (ref: string, counter: number) =>
      (await on.run<CryptogramRow>(cryptogram, [ref, counter]))[0],
    message: async (id: string) => (await on.run<OutboxMessage>(message, [id]))[0],
    dueMessages: (now: Instant, most: number) =>
      on.run<OutboxMessage>(dueMessages, [isoTime(now), most]),
  };
}

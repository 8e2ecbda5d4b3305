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

export interface TokenStore {
  token(instrumentRef: string): Promise<TokenRow | undefined>;
  ofRequest(scheme: Scheme, requestId: string): Promise<TokenRow | undefined>;
  ofNumber(tokenHash: string): Promise<TokenRow | undefined>;
  /** The newest first. */
  newest(most: number): Promise<TokenRow[]>;
  cryptogram(instrumentRef: string, counter: number): Promise<CryptogramRow | undefined>;
  message(messageId: string): Promise<OutboxMessage | undefined>;
  dueMessages(now: Instant, most: number): Promise<OutboxMessage[]>;
}

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

export function sqlTokenStore(on: Queryable): TokenStore {
  return {
    token: async (ref) => (await on.run<TokenRow>(token, [ref]))[0],
    ofRequest: async (scheme, id) => (await on.run<TokenRow>(ofRequest, [scheme, id]))[0],
    ofNumber: async (hash) => (await on.run<TokenRow>(ofNumber, [hash]))[0],
    newest: (most) => on.run<TokenRow>(newest, [most]),
    cryptogram: async (ref, counter) =>
      (await on.run<CryptogramRow>(cryptogram, [ref, counter]))[0],
    message: async (id) => (await on.run<OutboxMessage>(message, [id]))[0],
    dueMessages: (now, most) => on.run<OutboxMessage>(dueMessages, [isoTime(now), most]),
  };
}

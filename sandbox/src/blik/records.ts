// Writes of the simulated operator: new payments with the code or alias they use, decisions on
// waiting payments, aliases, and the messages that belong to each. Every write compares versions.

import { defect } from '@bramka/gateway/core/assert.ts';
import type { Clock } from '@bramka/gateway/core/clock.ts';
import type { Ids } from '@bramka/gateway/core/id.ts';
import { Draft, type Journal } from '@bramka/gateway/journal/entry.ts';
import type { BlikStore } from './blik.store.ts';
import { createOutbox, newMessage, type OutboxMessage, type OutboxParts } from '../party/outbox.ts';
import { decided, messageBody, type AliasNews } from './payment.ts';
import { FIRST_PHONE } from './phone/phones.ts';
import {
  aliasTable,
  codeTable,
  messageTable,
  ONE_ACTIVE_ALIAS,
  ONE_PER_ATTEMPT,
  paymentTable,
  type BlikAlias,
  type BlikPayment,
} from './rows.ts';
import type { Ruling } from './ruling.ts';

export interface RecordParts extends Omit<OutboxParts, 'table' | 'find'> {
  readonly journal: Journal;
  readonly store: BlikStore;
  readonly clock: Clock;
  readonly ids: Ids;
}

/** APPROVED or a reason, and whether the customer saves the shop. */
interface Decision {
  readonly result: string;
  readonly saves: boolean;
}

type Decide = (row: BlikPayment) => Decision | undefined;

/** Each lost race means that another change succeeded, so this many are a defect. */
export const MAX_RACES = 1_000;

type Outbox = ReturnType<typeof createOutbox>;

export type Records = ReturnType<typeof createRecords>;

export function createRecords(parts: RecordParts) {
  const find = (messageId: string) => parts.store.message(messageId);
  const outbox = createOutbox({ ...parts, table: messageTable, find });
  return {
    /** False if another write won the race. */
    commit: (draft: Draft) => commit(parts, draft),
    /** A new payment with the code or alias it uses; false if another write won the race. */
    add: (row: BlikPayment, ruling: Ruling) => add(parts, outbox, row, ruling),
    /**
     * Decides a waiting payment and sends its result once. Undefined if it is unknown or `decide`
     * changes nothing.
     */
    settle: (attemptId: string, decide: Decide) => settle(parts, outbox, attemptId, decide),
    /** Removes an alias at the bank and tells the gateway; undefined if there is none. */
    unregister: (aliasId: string) => unregister(parts, outbox, aliasId),
    sendAgain: (message: OutboxMessage) => outbox.sendAgain(message),
  };
}

async function commit({ journal }: RecordParts, draft: Draft): Promise<boolean> {
  const result = await journal.commit(draft);
  const isRace = ({ constraint }: { constraint: string }): boolean =>
    constraint === ONE_PER_ATTEMPT || constraint === ONE_ACTIVE_ALIAS;
  if (result.kind === 'conflict' && !isRace(result)) {
    return defect(`the BLIK operator violated the constraint ${result.constraint}`);
  }
  return result.kind === 'committed';
}

function addMessage(
  { clock, ids }: RecordParts,
  draft: Draft,
  /** Null or empty: nobody waits for it. */
  url: string | null,
  body: string,
): OutboxMessage | null {
  if (!url) return null;
  const message = newMessage(ids.next(), url, body, clock.now());
  draft.insert(messageTable, message);
  return message;
}

/** Saves the alias of an approved payment; the news for the gateway, if there is an alias. */
async function saveAlias(
  { store, clock, ids }: RecordParts,
  draft: Draft,
  row: BlikPayment,
  saves: boolean,
): Promise<AliasNews | null> {
  const { merchantId, aliasType: type, alias, aliasLabel: label, recurring } = row;
  if (row.state !== 'APPROVED' || type === null || alias === null) return null;
  if (!saves) return { type, value: alias, status: 'DECLINED' };
  const phone = row.phone ?? FIRST_PHONE;
  const saved = await store.aliasesOf(merchantId, type, alias);
  const existing = saved.find((one) => one.phone === phone);
  const settings = { label: label ?? '', recurring, notificationUrl: row.notificationUrl ?? '' };
  if (existing) {
    const next = {
      ...existing,
      ...settings,
      usedMinor: 0n,
      usedCount: 0,
      version: existing.version + 1,
    };
    draft.change(aliasTable, next, existing.version);
  } else {
    const [aliasId, createdAt] = [ids.next(), clock.now()];
    const usage = { state: 'ACTIVE', usedMinor: 0n, usedCount: 0 } as const;
    const shop = { merchantId, type, alias, phone, ...settings };
    const added: BlikAlias = { aliasId, ...shop, ...usage, createdAt, version: 1 };
    draft.insert(aliasTable, added);
  }
  return { type, value: alias, status: 'REGISTERED' };
}

async function add(
  parts: RecordParts,
  outbox: Outbox,
  row: BlikPayment,
  { code, alias }: Ruling,
): Promise<boolean> {
  const draft = new Draft().insert(paymentTable, row);
  if (code) {
    const used = { ...code, code: null, state: 'USED', version: code.version + 1 };
    draft.change(codeTable, used, code.version);
  }
  if (alias?.type === 'PAYID' && row.state === 'APPROVED') {
    const usedMinor = alias.usedMinor + row.amountMinor;
    const usedCount = alias.usedCount + 1;
    const next = { ...alias, usedMinor, usedCount, version: alias.version + 1 };
    draft.change(aliasTable, next, alias.version);
  }
  const news = await saveAlias(parts, draft, row, true);
  const body = news && messageBody(row.merchantId, null, news);
  const message = body && addMessage(parts, draft, row.notificationUrl, body);
  if (!(await commit(parts, draft))) return false;
  // The answer to the request does not wait for it.
  if (message) void outbox.send(message).catch(() => undefined);
  return true;
}

async function settle(
  parts: RecordParts,
  outbox: Outbox,
  attemptId: string,
  decide: Decide,
): Promise<BlikPayment | undefined> {
  for (let race = 0; race < MAX_RACES; race += 1) {
    const row = await parts.store.payment(attemptId);
    const decision = row?.state === 'WAITING' ? decide(row) : undefined;
    if (!row || !decision) return undefined;
    const next = decided(row, decision.result);
    const draft = new Draft().change(paymentTable, next, row.version);
    const news = await saveAlias(parts, draft, next, decision.saves);
    const body = messageBody(row.merchantId, next, news);
    const message = addMessage(parts, draft, row.notificationUrl, body);
    if (!(await commit(parts, draft))) continue;
    if (message) await outbox.send(message);
    return next;
  }
  return defect('a decision lost every race for its payment');
}

async function unregister(
  parts: RecordParts,
  outbox: Outbox,
  aliasId: string,
): Promise<BlikAlias | undefined> {
  for (let race = 0; race < MAX_RACES; race += 1) {
    const row = await parts.store.alias(aliasId);
    if (row?.state !== 'ACTIVE') return undefined;
    const next: BlikAlias = { ...row, state: 'REMOVED', version: row.version + 1 };
    const draft = new Draft().change(aliasTable, next, row.version);
    const news: AliasNews = { type: row.type, value: row.alias, status: 'UNREGISTERED' };
    const body = messageBody(row.merchantId, null, news);
    const message = addMessage(parts, draft, row.notificationUrl, body);
    if (!(await commit(parts, draft))) continue;
    if (message) await outbox.send(message);
    return next;
  }
  return defect('a removal lost every race for its alias');
}

// The simulated banks: records transfers, applies what customers do, and runs what is due. Every
// change is a compare-and-set on the version of its row.

import { createHash } from 'node:crypto';
import { defect } from '@bramka/gateway/core/assert.ts';
import type { Clock, Instant } from '@bramka/gateway/core/clock.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import { Draft, type Journal } from '@bramka/gateway/journal/entry.ts';
import {
  refundTable,
  transferTable,
  type RefundRow,
  type TransferStore,
} from './transfer.store.ts';
import {
  act,
  cancel,
  dueStep,
  newTransfer,
  type NewTransfer,
  type TransferAction,
  type TransferRow,
} from './transfer.ts';
import { amountOutcome } from './triggers.ts';

interface TransferParts {
  readonly journal: Journal;
  readonly store: TransferStore;
  readonly clock: Clock;
  readonly random: RandomBytes;
}

type RefundOrder = Pick<RefundRow, 'messageId' | 'intermediary' | 'amountMinor' | 'remoteId'>;

export type StartedTransfer = Omit<NewTransfer, 'remoteId' | 'token' | 'createdAt'>;

const MAX_RACES = 1_000;
const MAX_AT_ONCE = 50;
/** When a refund is made; Autopay needs up to 30 minutes. */
export const REFUND_MS = 60_000;

export type Transfers = ReturnType<typeof createTransfers>;

export function createTransfers(parts: TransferParts) {
  const { store, journal, clock, random } = parts;
  /** The row after the change; `decide` returns undefined if nothing changes. */
  const change = async (
    remoteId: string,
    decide: (row: TransferRow, now: Instant) => TransferRow | undefined,
  ): Promise<TransferRow | undefined> => {
    for (let race = 0; race < MAX_RACES; race += 1) {
      const row = await store.find(remoteId);
      if (!row) return undefined;
      const next = decide(row, clock.now());
      if (next === undefined) return row;
      const changed = { ...next, version: row.version + 1 };
      const result = await journal.commit(new Draft().change(transferTable, changed, row.version));
      if (result.kind === 'committed') return changed;
      if (result.kind === 'conflict') defect(`a transfer violated ${result.constraint}`);
    }
    return defect('a change lost every race for its transfer');
  };
  return {
    ...store,
    change,
    newId: () => randomText(random, 10),
    /** With `once`, an order has one transfer: a repeated start gets the first one. */
    async start(
      fields: StartedTransfer & { readonly remoteId?: string },
      once = false,
    ): Promise<TransferRow> {
      const remoteId = fields.remoteId ?? (once ? idOfOrder(fields) : randomText(random, 10));
      const ids = { remoteId, token: randomText(random, 8) };
      const row = newTransfer({ ...fields, ...ids, createdAt: clock.now() });
      const result = await journal.commit(new Draft().insert(transferTable, row));
      if (result.kind === 'committed') return row;
      return (await store.find(remoteId)) ?? defect('a transfer could not be recorded');
    },
    act: (remoteId: string, action: TransferAction) =>
      change(remoteId, (row, now) => act(row, action, now)),
    /** The transfer; it is CANCELLED unless it had ended before. */
    cancel: (remoteId: string) => change(remoteId, cancel),
    /** Records a refund once. Undefined: more than was paid, or not paid. */
    refund: (order: RefundOrder) => refund(parts, order),
    async runDue(): Promise<number> {
      const due = await store.due(clock.now(), MAX_AT_ONCE);
      await Promise.all(
        due.map(({ remoteId, version }) =>
          change(remoteId, (row, now) => (row.version === version ? dueStep(row, now) : undefined)),
        ),
      );
      return due.length;
    },
  };
}

async function refund(parts: TransferParts, order: RefundOrder): Promise<RefundRow | undefined> {
  const { store, journal, clock, random } = parts;
  const { intermediary, messageId, remoteId, amountMinor } = order;
  for (let race = 0; race < MAX_RACES; race += 1) {
    const known = await store.findRefund(intermediary, messageId);
    if (known) return known;
    const row = await store.find(remoteId);
    if (row?.state !== 'PAID' || row.refundedMinor + amountMinor > row.amountMinor)
      return undefined;
    const isPoor = amountOutcome(row.amountMinor) === 'REFUND_WITHOUT_FUNDS';
    const refund: RefundRow = {
      createdAt: clock.now(),
      doneAt: clock.now() + REFUND_MS,
      amountMinor,
      messageId,
      intermediary,
      remoteId,
      currency: row.currency,
      result: isPoor ? 'CANCELED_NO_FUNDS_ON_BALANCE' : 'DONE',
      remoteOutId: randomText(random, 10),
    };
    const refundedMinor = row.refundedMinor + (isPoor ? 0n : amountMinor);
    const next = { ...row, refundedMinor, version: row.version + 1 };
    const draft = new Draft().change(transferTable, next, row.version).insert(refundTable, refund);
    if ((await journal.commit(draft)).kind === 'committed') return refund;
  }
  return defect('a refund lost every race for its transfer');
}

const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** The same order has the same id, so that the primary key decides races. */
function idOfOrder({ intermediary, orderId }: StartedTransfer): string {
  const digest = createHash('sha256').update(`${intermediary}|${orderId}`).digest();
  return textOf(digest.subarray(0, 10));
}

function randomText(random: RandomBytes, length: number): string {
  return textOf(random(length));
}

function textOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

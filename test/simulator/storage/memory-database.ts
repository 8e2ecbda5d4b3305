// Answers the few named statements of the vault and the idempotency store from the journal's
// memory, so that both run unmodified in the simulator.

import { idempotencyKeys, type IdempotencyRow } from '@bramka/gateway/http/idempotency.store.ts';
import { Draft } from '@bramka/gateway/journal/entry.ts';
import type { Memory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import type { Queryable } from '@bramka/gateway/storage/database.ts';
import { authentications, type Authentication } from '@bramka/gateway/threeds/authentication.ts';
import { heldCards, type HeldCardRow } from '@bramka/gateway/vault/held-card.store.ts';
import { moneyAnswers } from './money-answers.ts';
import { heldRecipients } from '@bramka/gateway/vault/held-recipient.store.ts';
import { tokenAnswers } from './token-answers.ts';

export type Answer = (...values: never[]) => unknown[] | Promise<unknown[]>;

/** `reach` delays and fails each statement like every other call. */
export function memoryDatabase(
  memory: Memory,
  dataKeys: Map<string, { keyVersion: number; sealedKey: Uint8Array }>,
  reach: <T>(work: () => T | Promise<T>) => Promise<T>,
  others: Readonly<Record<string, Answer>> = {},
): Queryable {
  const kept = (merchantId: string, idempotencyKey: string) =>
    memory.find<IdempotencyRow>(idempotencyKeys, { merchantId, idempotencyKey });
  const present = <Row>(row: Row | undefined): Row[] => (row === undefined ? [] : [row]);
  const answers: Readonly<Record<string, Answer>> = {
    'idempotency.find': (merchantId: string, key: string) => present(kept(merchantId, key)),
    'idempotency.expire-one': async (merchantId: string, key: string, now: string) => {
      const row = kept(merchantId, key);
      if (row && row.expiresAt <= Date.parse(now)) {
        await memory.committer.apply([new Draft().delete(idempotencyKeys, row)]);
      }
      return [];
    },
    'held-cards.find': (merchantId: string, paymentId: string) =>
      present(memory.find(heldCards, { merchantId, paymentId })),
    'held-recipients.find': (merchantId: string, paymentId: string) =>
      present(memory.find(heldRecipients, { merchantId, paymentId })),
    'held-cards.due-codes': (now: string, limit: number) =>
      memory
        .rows<HeldCardRow>(heldCards)
        .filter(({ sealedCvv }) => sealedCvv !== null)
        .filter(({ cvvUntil, createdAt }) => (cvvUntil ?? createdAt) <= Date.parse(now))
        .slice(0, limit),
    ...tokenAnswers(memory),
    ...moneyAnswers(memory),
    ...others,
    'authentications.latest': (merchantId: string, paymentId: string) =>
      memory
        .rows<Authentication>(authentications)
        .filter((row) => row.merchantId === merchantId && row.paymentId === paymentId)
        .sort((a, b) => a.createdAt - b.createdAt)
        .slice(-1),
    'authentications.find': (authenticationId: string) =>
      memory
        .rows<Authentication>(authentications)
        .filter((row) => row.authenticationId === authenticationId),
    'data-keys.read': (merchantId: string) => present(dataKeys.get(merchantId)),
    'data-keys.insert': (merchantId: string, keyVersion: number, sealedKey: Uint8Array) => {
      if (!dataKeys.has(merchantId)) dataKeys.set(merchantId, { keyVersion, sealedKey });
      return [];
    },
  };
  return {
    async run<Row>(statement: { name: string }, values: readonly unknown[] = []) {
      const answer = answers[statement.name];
      if (!answer) throw new Error(`the simulator has no answer to ${statement.name}`);
      return (await reach(() => answer(...(values as never[])))) as Row[];
    },
  };
}

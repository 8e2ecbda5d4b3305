// The storage shared by all nodes, as each node sees it: reads and commits take time, fail, or take
// effect although their answer is lost. An observer receives every written entry.

import { idempotencyKeys } from '@bramka/gateway/http/idempotency.store.ts';
import type { Entry, CommitResult, Write } from '@bramka/gateway/journal/entry.ts';
import type { EntryAnswer, Committer } from '@bramka/gateway/journal/group-commit.ts';
import { createMemory, type Memory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import {
  createMemoryAudit,
  type MemoryAudit,
} from '@bramka/gateway/vault/audit/testing/memory-audit.ts';
import { memoryPaymentStore } from './memory-payment.store.ts';
import type { PaymentStore } from '@bramka/gateway/payments/loading/payment.store.ts';
import { ConnectionLost } from '@bramka/gateway/storage/errors.ts';
import type { Chance } from '../world/chance.ts';
import type { Faults } from '../world/faults.ts';
import type { Life } from '../world/life.ts';
import type { Schedule } from '../world/schedule.ts';

export interface Observer {
  before(entry: Entry): void;
  after(entry: Entry, result: CommitResult): void;
}

export interface StorageParts {
  readonly schedule: Schedule;
  readonly chance: Chance;
  readonly faults: Faults;
  readonly observer: Observer;
  /** A planted bug of the storage itself. */
  readonly damage?: (entry: Entry, memory: Memory) => Entry;
}

export interface Storage {
  readonly memory: Memory;
  committer(life: Life): Committer;
  payments(life: Life): PaymentStore;
  readonly audit: MemoryAudit;
  /** Any other call of a node: it takes time and may fail. */
  reach<T>(life: Life, work: () => T | Promise<T>): Promise<T>;
  /** A write outside the journal: it may also take effect although its answer is lost. */
  write<T>(life: Life, work: () => T | Promise<T>): Promise<T>;
}

export function createStorage(parts: StorageParts): Storage {
  const { schedule, chance, faults, observer } = parts;
  const memory = createMemory();
  const real = memoryPaymentStore(memory);
  const happens = (share: number): boolean => faults.on && share > 0 && chance.percent(share);
  const wait = (): Promise<void> => {
    const slow = happens(faults.storage.slow);
    const ms = slow ? chance.below(faults.storage.slowestMs) : chance.below(4);
    return new Promise((resolve) => schedule.after(ms, resolve));
  };
  const fail = (): never => {
    throw new ConnectionLost(new Error('simulated'));
  };
  const reach = <T>(life: Life, work: () => T | Promise<T>): Promise<T> =>
    life.gate(
      wait().then(async () => {
        if (happens(faults.storage.lost)) fail();
        const result = await work();
        await wait();
        return result;
      }),
    );
  const writeOther = <T>(life: Life, work: () => T | Promise<T>): Promise<T> =>
    reach(life, async () => {
      const result = await work();
      if (happens(faults.storage.lost)) fail();
      return result;
    });
  const write = async (batch: readonly Entry[]): Promise<EntryAnswer[]> => {
    const answers: EntryAnswer[] = [];
    for (const entry of batch) {
      observer.before(entry);
      const taken = dropExpiredAnswers(parts.damage?.(entry, memory) ?? entry, memory);
      const [answer] = await memory.committer.apply([taken]);
      observer.after(entry, answer as CommitResult);
      answers.push(answer as EntryAnswer);
    }
    return answers;
  };
  const apply = async (life: Life, batch: readonly Entry[]): Promise<EntryAnswer[]> => {
    await wait();
    // What a dead process has sent may still arrive.
    if (!life.isAlive() && chance.percent(50)) return fail();
    if (happens(faults.storage.lost)) {
      if (chance.percent(50)) await write(batch);
      return fail();
    }
    const answers = await write(batch);
    await wait();
    return answers;
  };
  return {
    memory,
    audit: createMemoryAudit(),
    reach,
    write: writeOther,
    committer: (life) => ({ apply: (batch) => life.gate(apply(life, batch)) }),
    payments: (life) => storeOf(real, (work) => reach(life, work)),
  };
}

/** An expired kept answer is not there to be replaced; a database ignores that. */
function dropExpiredAnswers(entry: Entry, memory: Memory): Entry {
  const isThere = ({ table, row }: Write): boolean =>
    table !== idempotencyKeys || memory.find(table, row) !== undefined;
  return entry.updates.every(isThere)
    ? entry
    : { ...entry, updates: entry.updates.filter(isThere) };
}

type Reach = <T>(work: () => Promise<T>) => Promise<T>;

/** As on a server, each read takes time and sees one moment. */
function storeOf(real: PaymentStore, reach: Reach): PaymentStore {
  return {
    find: (...id) => reach(() => real.find(...id)),
    details: (...id) => reach(() => real.details(...id)),
    consents: (...id) => reach(() => real.consents(...id)),
    transactions: (...id) => reach(() => real.transactions(...id)),
    subpayments: (...id) => reach(() => real.subpayments(...id)),
    openAttempts: (...id) => reach(() => real.openAttempts(...id)),
    load: (...id) => reach(() => real.load(...id)),
    reportable: (...id) => reach(() => real.reportable(...id)),
    dueAttempts: (...query) => reach(() => real.dueAttempts(...query)),
    unconnected: (...query) => reach(() => real.unconnected(...query)),
    deadline: (...id) => reach(() => real.deadline(...id)),
    dueDeadlines: (now, limit) => reach(() => real.dueDeadlines(now, limit)),
    orderHolder: (...order) => reach(() => real.orderHolder(...order)),
    agreement: (...id) => reach(() => real.agreement(...id)),
    searchOrder: (...query) => reach(() => real.searchOrder(...query)),
  };
}

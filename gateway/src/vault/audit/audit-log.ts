// The writer of the audit log, one for each process. Concurrent records share one insert; the
// inserts of a process follow each other, because each row contains the hash of the row before. A
// record that is not durable fails, and so does the decryption that waits for it.

import type { Clock, Instant } from '../../core/clock.ts';
import type { Key } from '../../core/seal.ts';
import { ConnectionLost, isUnavailable } from '../../storage/errors.ts';
import {
  appendRows,
  checkOfCount,
  checkOfHead,
  isSameHead,
  startChain,
  type AuditRecord,
  type ChainHead,
} from './audit-row.ts';
import type { AuditStore } from './audit.store.ts';

export interface AuditLog {
  /** Resolves when the row is durable. */
  record(record: AuditRecord): Promise<void>;
  /** The end of this process's own chain; undefined before the first row. */
  readonly head: () => ChainHead | undefined;
  /** Resolves when every record has its result. */
  idle(): Promise<void>;
}

export interface AuditLogParts {
  readonly store: AuditStore;
  readonly key: () => Promise<Key>;
  readonly clock: Clock;
  /** Identifies the process that writes a chain. */
  readonly nodeId: string;
  /** Defers work, so that records of one turn of the event loop share an insert. */
  readonly defer: (work: () => void) => void;
  /** Whether the database is known to be unavailable; resolves quickly. */
  readonly isAway: () => Promise<boolean>;
  readonly log: { error(facts: object, message: string): void };
}

const BATCH = 256;
const MAX_TRIES = 5;

interface Waiting {
  readonly record: AuditRecord;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export function createAuditLog(parts: AuditLogParts): AuditLog {
  const chain = createChain(parts);
  const queue: Waiting[] = [];
  let running: Promise<void> | undefined;

  const flush = async (): Promise<void> => {
    while (queue.length > 0) {
      const batch = queue.splice(0, BATCH);
      try {
        await chain.write(batch.map(({ record }) => record));
        for (const { resolve } of batch) resolve();
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
  };
  const schedule = (): void => {
    running ??= new Promise<void>((resolve) => parts.defer(resolve)).then(flush).finally(() => {
      running = undefined;
      if (queue.length > 0) schedule();
    });
  };
  return {
    record: (record) =>
      new Promise((resolve, reject) => {
        queue.push({ record, resolve, reject });
        schedule();
      }),
    head: chain.head,
    async idle() {
      while (running) await running;
    },
  };
}

interface Chain {
  write(records: readonly AuditRecord[]): Promise<void>;
  readonly head: () => ChainHead | undefined;
}

/** The chain of this process, opened with its first row. */
function createChain(parts: AuditLogParts): Chain {
  const { store } = parts;
  let head: ChainHead | undefined;
  /** Heads of statements whose answer was lost; the database may have or get one of them. */
  let doubtful: ChainHead[] = [];

  /** The head in the database, if this process has written it; otherwise a new chain is needed. */
  const findOwnHead = async (expected: ChainHead): Promise<ChainHead | undefined> => {
    const stored = await store.readHead(expected.chainNo);
    const head = stored && [expected, ...doubtful].find((one) => isSameHead(one, stored));
    if (head) return head;
    parts.log.error({ chainNo: expected.chainNo }, 'the audit chain of this process was changed');
    doubtful = [];
    return undefined;
  };
  /** Returns false when the head in the database is not the one that this process knows. */
  const appendTo = async (from: ChainHead, records: readonly AuditRecord[], at: Instant) => {
    const key = await parts.key();
    const { rows, head: after } = appendRows(key, from, records, at);
    doubtful.push(after);
    const isWritten = await store.append(from, rows, after, checkOfHead(key, after));
    return { after, isWritten };
  };
  const finish = (at: ChainHead): void => {
    head = at;
    doubtful = [];
  };

  return {
    head: () => head,
    async write(records) {
      const at = parts.clock.now();
      let last: unknown = new Error('the audit chain changes all the time');
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        if (await parts.isAway()) throw new ConnectionLost(new Error('outage continues'), false);
        const isRepeat = tries > 0;
        try {
          if (head && doubtful.length > 0) {
            const lastTry = isRepeat ? doubtful.at(-1) : undefined;
            head = await findOwnHead(head);
            if (head && lastTry && isSameHead(head, lastTry)) return finish(head);
          }
          head ??= await openChain(parts);
          const { after, isWritten } = await appendTo(head, records, at);
          if (isWritten) return finish(after);
        } catch (error) {
          if (!isUnavailable(error) || wasNeverSent(error)) throw error;
          last = error;
        }
      }
      throw last;
    },
  };
}

function wasNeverSent(error: unknown): boolean {
  return error instanceof ConnectionLost && !error.mayHaveArrived;
}

/** Chains are numbered without gaps; of two nodes that take the same number, one takes the next. */
async function openChain(parts: AuditLogParts): Promise<ChainHead> {
  const key = await parts.key();
  const node = { nodeId: parts.nodeId, startedAt: parts.clock.now() };
  for (;;) {
    const before = await parts.store.lastChain();
    const chain = startChain(key, before, node);
    const { chainNo: chainCount } = chain;
    const tip = { chainCount, countCheck: checkOfCount(key, chainCount) };
    if (await parts.store.insertChain(chain, tip)) return chain;
  }
}

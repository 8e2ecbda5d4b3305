// The audit log in memory, shared by all nodes of a simulated world, and its verification.

import type { Key } from '../../../core/seal.ts';
import type { AuditRow, AuditTip, ChainRow } from '../audit-row.ts';
import type { AuditReader, AuditStore } from '../audit.store.ts';
import { isSameHead } from '../audit-row.ts';
import { verifyPart } from '../verify-audit.ts';
import type { Violation } from '../verify-chain.ts';

export interface MemoryAudit {
  readonly chains: ChainRow[];
  readonly rows: AuditRow[];
  tip: AuditTip | undefined;
}

export function createMemoryAudit(): MemoryAudit {
  return { chains: [], rows: [], tip: undefined };
}

type Reach = <T>(work: () => T | Promise<T>) => Promise<T>;

/** `read` and `write` delay and fail each call like every other one. */
export function memoryAuditStore(memory: MemoryAudit, read: Reach, write: Reach): AuditStore {
  const chainOf = (chainNo: number) => memory.chains.find((one) => one.chainNo === chainNo);
  return {
    lastChain: () => read(() => memory.chains.at(-1)),
    readHead: (chainNo) => read(() => chainOf(chainNo)),
    insertChain: (chain, tip) =>
      write(() => {
        if (chainOf(chain.chainNo)) return false;
        memory.chains.push(chain);
        memory.tip = tip;
        return true;
      }),
    append: (before, rows, after, headCheck) =>
      write(() => {
        const chain = chainOf(before.chainNo);
        if (!chain || !isSameHead(chain, before)) return false;
        memory.chains[memory.chains.indexOf(chain)] = { ...chain, ...after, headCheck };
        memory.rows.push(...rows);
        return true;
      }),
  };
}

export function memoryAuditReader(memory: MemoryAudit): AuditReader {
  const rowsOf = (chainNo: number) => memory.rows.filter((row) => row.chainNo === chainNo);
  const matching = (field: 'paymentId' | 'tokenId', id: string) =>
    Promise.resolve(memory.rows.filter((row) => row[field] === id));
  return {
    tip: () => Promise.resolve(memory.tip),
    page(chainNo, seq, limit) {
      const chain = memory.chains.find((one) => one.chainNo >= chainNo);
      if (!chain) return Promise.resolve(undefined);
      const rows = rowsOf(chain.chainNo).filter((row) => row.seq > seq);
      return Promise.resolve({ chain, rows: rows.slice(0, limit) });
    },
    row: (chainNo, seq) => Promise.resolve(rowsOf(chainNo).find((row) => row.seq === seq)),
    chain: (chainNo) => Promise.resolve(memory.chains.find((one) => one.chainNo === chainNo)),
    ofPayment: (paymentId) => matching('paymentId', paymentId),
    ofToken: (tokenId) => matching('tokenId', tokenId),
    actionsFor: (merchantId) =>
      Promise.resolve(
        memory.rows.filter((row) => row.merchantId === merchantId && row.subjectId !== null),
      ),
  };
}

/** The first violation of the whole log; null: it is correct. */
export async function verifyMemory(memory: MemoryAudit, key: Key): Promise<Violation | null> {
  const parts = {
    reader: memoryAuditReader(memory),
    key: () => Promise.resolve(key),
    ownHead: () => undefined,
  };
  let [chainNo, seq] = [1, 0];
  for (;;) {
    const { violation, next } = await verifyPart(parts, { chainNo, seq });
    if (violation || next === null) return violation;
    [chainNo = 1, seq = 0] = next.split('.').map(Number);
  }
}

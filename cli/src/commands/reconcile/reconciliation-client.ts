// The reconciliations of a running gateway (/v1/admin/reconciliations and reconciliation-items), as
// the commands use them.

import { call, type Call } from '../../call.ts';
import type { Chunk } from './settlement-lines.ts';

export interface ImportReply {
  readonly importId: string;
  readonly provider: string;
  readonly from: string;
  readonly to: string;
  readonly state: 'LOADING' | 'COMPARING' | 'DONE' | 'REJECTED';
  readonly lines: number;
  readonly rows: number;
  readonly compared: number;
  readonly totals: readonly {
    readonly result: string;
    readonly currency: string;
    readonly count: number;
    readonly fileAmount: unknown;
    readonly ownAmount: unknown;
  }[];
  readonly openItems: number;
  readonly startedAt: string;
}

export interface SideReply {
  readonly kind: string;
  readonly amount: unknown;
  readonly currency: string;
  readonly movedAt: string;
  readonly paymentId?: string;
}

export interface ItemReply {
  readonly itemId: string;
  readonly importId: string;
  readonly kind: string;
  readonly attemptId: string;
  readonly line?: number;
  readonly file?: SideReply;
  readonly own?: SideReply;
  readonly foundIn?: string;
  readonly resolvedBy?: string;
  readonly note?: string;
}

interface ItemQuery {
  readonly importId?: string | undefined;
  readonly provider?: string | undefined;
  readonly kind?: string | undefined;
  readonly state?: string | undefined;
}

export interface ReconciliationClient {
  start(header: string, fingerprint: string): Promise<ImportReply>;
  send(importId: string, chunk: Chunk): Promise<ImportReply>;
  finish(importId: string): Promise<ImportReply>;
  read(importId: string): Promise<ImportReply>;
  /** The newest 20. */
  list(provider?: string): Promise<ImportReply[]>;
  /** All pages, one by one. */
  items(query: ItemQuery): AsyncGenerator<ItemReply[]>;
  resolve(itemId: string, by: string, note: string): Promise<ItemReply>;
}

const path = '/v1/admin/reconciliations';
const itemsPath = '/v1/admin/reconciliation-items';
const PAGE = 100;

export function reconciliationClient(url: string, bearer: string): ReconciliationClient {
  const send = <Reply>(request: Call): Promise<Reply> => call(url, { ...request, bearer });
  const post = <Reply>(to: string, body?: object): Promise<Reply> =>
    send({ method: 'POST', path: to, ...(body ? { body } : {}) });
  const at = (importId: string): string => `${path}/${encodeURIComponent(importId)}`;
  return {
    start: (header, fingerprint) => post(path, { header, fingerprint }),
    send: (importId, chunk) => post(`${at(importId)}/lines`, chunk),
    finish: (importId) => post(`${at(importId)}/finish`),
    read: (importId) => send({ path: at(importId) }),
    async list(provider) {
      const query = queryOf({ provider });
      const { imports } = await send<{ imports: ImportReply[] }>({ path: `${path}${query}` });
      return imports;
    },
    async *items(filter) {
      for (let after: string | undefined; ;) {
        const query = queryOf({ ...filter, after });
        const { items } = await send<{ items: ItemReply[] }>({ path: `${itemsPath}${query}` });
        yield items;
        if (items.length < PAGE) return;
        after = items.at(-1)?.itemId;
      }
    },
    resolve: (itemId, by, note) =>
      post(`${itemsPath}/${encodeURIComponent(itemId)}/resolve`, { by, note }),
  };
}

function queryOf(values: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(values).filter((pair): pair is [string, string] => !!pair[1]);
  return given.length === 0 ? '' : `?${new URLSearchParams(given).toString()}`;
}

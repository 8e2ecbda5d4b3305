// The read queries of the simulated token service, in memory.

import type { Table } from '@bramka/gateway/journal/table.ts';
import type { Memory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import type { OutboxMessage } from '../../party/outbox.ts';
import { cryptogramTable, messageTable, tokenTable } from '../../tokens/rows.ts';
import type { CryptogramRow, TokenRow } from '../../tokens/rows.ts';
import type { TokenStore } from '../../tokens/tokens.store.ts';

export function memoryTokenStore(memory: Memory): TokenStore {
  const first = <R>(of: Table, isMeant: (row: R) => boolean): Promise<R | undefined> =>
    Promise.resolve(memory.rows<R>(of).find(isMeant));
  const tokenWith = (isMeant: (row: TokenRow) => boolean) => first(tokenTable, isMeant);
  return {
    token: (ref) => tokenWith((row) => row.instrumentRef === ref),
    ofRequest: (scheme, id) => tokenWith((row) => row.scheme === scheme && row.requestId === id),
    ofNumber: (hash) => tokenWith((row) => row.tokenHash === hash),
    newest: (most) => Promise.resolve(memory.rows<TokenRow>(tokenTable).sort(newer).slice(0, most)),
    cryptogram: (ref, counter) =>
      first<CryptogramRow>(
        cryptogramTable,
        (row) => row.instrumentRef === ref && row.counter === counter,
      ),
    message: (id) => first<OutboxMessage>(messageTable, (row) => row.messageId === id),
    dueMessages: (now, most) =>
      Promise.resolve(
        memory
          .rows<OutboxMessage>(messageTable)
          .filter(({ dueAt }) => dueAt !== null && dueAt <= now)
          .slice(0, most),
      ),
  };
}

function newer(a: TokenRow, b: TokenRow): number {
  return b.createdAt - a.createdAt || (a.instrumentRef < b.instrumentRef ? 1 : -1);
}

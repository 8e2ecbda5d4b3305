// The messages of the simulated Adyen, in memory.

import type { Memory } from '@bramka/gateway/journal/testing/memory-committer.ts';
import { messageTable, type AdyenStore } from '../../adyen/adyen.store.ts';
import type { OutboxMessage } from '../../party/outbox.ts';

export function memoryAdyenStore(memory: Memory): AdyenStore {
  const all = () => memory.rows<OutboxMessage>(messageTable);
  return {
    message: (id) => Promise.resolve(all().find(({ messageId }) => messageId === id)),
    dueMessages: (now, most) =>
      Promise.resolve(
        all()
          .filter(({ dueAt }) => dueAt !== null && dueAt <= now)
          .slice(0, most),
      ),
  };
}

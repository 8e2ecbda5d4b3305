// The messages that the simulated Adyen sends, and their read queries.

import { table } from '@bramka/gateway/journal/table.ts';
import { outboxTable, type OutboxMessage } from '../party/outbox.ts';
import { rowsDue, rowWhere, someDue, storeOf } from '../party/queries.store.ts';

/** The constraint that allows one message per operation. */
export const ONE_PER_OPERATION = 'adyen_messages_pkey';

export const messageTable = table('sandbox.adyen_messages', outboxTable);

export const sqlAdyenStore = storeOf({
  message: rowWhere<OutboxMessage, [messageId: string]>(
    'adyen.message',
    messageTable,
    'message_id = $1::uuid',
  ),
  dueMessages: rowsDue<OutboxMessage>('adyen.due-messages', messageTable),
});
export type AdyenStore = ReturnType<typeof sqlAdyenStore>;

export const adyenDue = someDue('adyen.some-due', messageTable.name);

// Ids of Autopay's messages. An attempt's id without hyphens is both the OrderID of a transaction
// and the MessageID of an operation: 32 characters, the same whenever the message is repeated.

import { isUuid } from '../../core/id.ts';

export function orderIdOf(attemptId: string): string {
  return attemptId.replaceAll('-', '');
}

/** Undefined if the OrderID is not one of ours. */
export function attemptIdOf(orderId: string): string | undefined {
  const groups = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/.exec(orderId)?.slice(1);
  const id = groups?.join('-') ?? '';
  return isUuid(id) ? id : undefined;
}

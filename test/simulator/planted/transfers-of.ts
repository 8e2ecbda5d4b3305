// Finds and removes the transfers of an entry, for planted bugs.

import type { Draft } from '@bramka/gateway/journal/entry.ts';
import { balances, transfers, type Transfer } from '@bramka/gateway/ledger/ledger.ts';

/** Takes a transfer out of an entry, with its changes of two balances. */
export function removeTransfer(draft: Draft, transfer: Transfer): void {
  const index = draft.inserts.findIndex(({ row }) => row === (transfer as unknown));
  if (index >= 0) draft.inserts.splice(index, 1);
  const { debit, credit, amountMinor } = transfer;
  for (const [account, by] of [
    [debit, -amountMinor],
    [credit, amountMinor],
  ] as const) {
    const at = draft.increments.findIndex(
      (one) => one.table === balances && one.key['account'] === account && one.by === by,
    );
    if (at >= 0) draft.increments.splice(at, 1);
  }
}

export function transfersOf(draft: Draft, kind: Transfer['kind']): Transfer[] {
  return draft.inserts
    .filter(({ table, row }) => table === transfers && row['kind'] === kind)
    .map(({ row }) => row as unknown as Transfer);
}

// How `bramka reconcile` prints imports, totals and items for people.

import { cell, table } from '../../print.ts';
import type { ReconciliationItem, SettlementImport } from '@bramka/client/src/operator.ts';

export function importsText(imports: readonly SettlementImport[]): string {
  if (imports.length === 0) return 'No settlement files have been imported.\n';
  const rows = imports.map((one) => {
    const { importId, provider, from, to, state, rows: count, openItems } = one;
    return [importId, provider, from, to, state, String(count), String(openItems)];
  });
  return table([['IMPORT', 'PROVIDER', 'FROM', 'TO', 'STATE', 'ROWS', 'OPEN'], ...rows]);
}

export function summaryText({ importId, totals, openItems, rows }: SettlementImport): string {
  const sums = totals.map(({ result, currency, count, fileAmount, ownAmount }) => {
    return [result, currency, String(count), cell(fileAmount), cell(ownAmount)];
  });
  const head = [['RESULT', 'CURRENCY', 'COUNT', 'FILE', 'LEDGER']];
  const shown = sums.length === 0 ? 'No money has moved.\n' : table([...head, ...sums]);
  const end =
    openItems === 0
      ? `Import ${importId}: ${rows} rows, no open items.\n`
      : `Import ${importId}: ${rows} rows, ${openItems} open items; list them with ` +
        `\`bramka reconcile items --import ${importId}\`.\n`;
  return `${shown}${end}`;
}

export function itemsText(items: readonly ReconciliationItem[]): string {
  if (items.length === 0) return 'No items.\n';
  const rows = items.map((item) => {
    const { itemId, kind, attemptId, line, file, own } = item;
    const state = item.note === undefined ? 'open' : `resolved by ${cell(item.resolvedBy)}`;
    return [itemId, kind, cell(line), sideText(file), sideText(own), attemptId, state];
  });
  return table([['ITEM', 'KIND', 'LINE', 'FILE', 'LEDGER', 'ATTEMPT', 'STATE'], ...rows]);
}

function sideText(side: ReconciliationItem['file'] | ReconciliationItem['own']): string {
  return side ? `${side.kind} ${cell(side.amount)} ${side.currency}` : '-';
}

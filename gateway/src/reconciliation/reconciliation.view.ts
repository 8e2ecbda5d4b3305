// How imports and items of reconciliations look in the operator API.

import { Type } from 'typebox';
import { isoTime } from '../core/clock.ts';
import { exactNumber } from '../core/json.ts';
import { present } from '../core/json/present.ts';
import { formatAmount } from '../core/money.ts';
import { amountReply, oneOf, time } from '../http/schema.ts';
import {
  importStates,
  itemKinds,
  results,
  type Import,
  type Item,
  type Total,
} from './reconciliation.ts';
import { movementKinds, type MovementKind } from './settlement-file.ts';

const optional = Type.Optional;
const text = (description: string) => Type.String({ description });
const count = (description: string) => Type.Integer({ description });
const currency = text('ISO 4217 code');

export const importSchema = Type.Object({
  importId: text('Id of the import'),
  provider: text('The provider that made the file'),
  from: time('Start of the period; included'),
  to: time('End of the period; not included'),
  state: oneOf(importStates, 'How far it is.'),
  fingerprint: text('Hash of the lines of the file, 64 hexadecimal digits'),
  lines: count('Received lines of the file, with the header'),
  rows: count('Received movements of money'),
  compared: count('Progress: lines, each counted twice, and movements that were worked off'),
  totals: Type.Array(
    Type.Object({
      result: oneOf(results, 'Result of the comparison.'),
      currency,
      count: count('How many'),
      fileAmount: amountReply('Sum of the amounts in the file'),
      ownAmount: amountReply('Sum of the amounts in the ledger'),
    }),
    { description: 'By result and currency; final when the state is DONE.' },
  ),
  openItems: count('Items of this import that are not resolved'),
  startedAt: time('When it was started'),
  updatedAt: time('When it last went on'),
  finishedAt: optional(time('When it was compared or rejected')),
});

export function importView(of: Import, totals: readonly Total[], openItems: number) {
  return {
    importId: of.importId,
    provider: of.provider,
    from: isoTime(of.periodFrom),
    to: isoTime(of.periodTo),
    state: of.state,
    fingerprint: Buffer.from(of.fingerprint).toString('hex'),
    lines: of.lineCount,
    rows: of.rowCount,
    compared: of.compared,
    totals: totals.map((total) => ({
      result: total.result,
      currency: total.currency,
      count: total.itemCount,
      fileAmount: amountOf(total.fileMinor, total.currency),
      ownAmount: amountOf(total.ownMinor, total.currency),
    })),
    openItems,
    startedAt: isoTime(of.startedAt),
    updatedAt: isoTime(of.updatedAt),
    ...present({ finishedAt: of.finishedAt && isoTime(of.finishedAt) }),
  };
}

const side = {
  kind: oneOf(movementKinds, 'What moved the money.'),
  amount: amountReply('Amount'),
  currency,
  movedAt: time('When the money moved'),
};

export const itemSchema = Type.Object({
  itemId: text('Id of the item'),
  importId: text('The import that found it'),
  provider: text('The provider'),
  kind: oneOf(itemKinds, 'What does not agree.'),
  attemptId: text('Names the operation at the provider'),
  line: optional(count('Number of the line in the file')),
  file: optional(
    Type.Object(
      { ...side, reference: optional(text('The provider’s own id of the operation')) },
      { description: 'What the file says; absent: MISSING.' },
    ),
  ),
  own: optional(
    Type.Object(
      {
        ...side,
        merchantId: text('MID'),
        paymentId: text('The payment'),
        transId: text('The transaction of the payment'),
      },
      { description: 'What our ledger says; for MISSING and DIFFERENT.' },
    ),
  ),
  earlier: optional(
    Type.Object(
      { importId: text('Its import'), line: count('Its number in the file') },
      { description: 'DUPLICATE: the line that was first.' },
    ),
  ),
  foundIn: optional(text('MISSING: the later import whose file contains it after all')),
  createdAt: time('When it was found'),
  resolvedAt: optional(time('When it was resolved; absent: it is open')),
  resolvedBy: optional(text('Who resolved it')),
  note: optional(text('What was found out')),
});

export function itemView(item: Item) {
  const { itemId, importId, provider, kind, attemptId } = item;
  const { earlierImportId, earlierLineNo: line, resolvedBy, note } = item;
  return {
    itemId,
    importId,
    provider,
    kind,
    attemptId,
    ...present({
      line: item.lineNo,
      file: fileSide(item),
      own: ownSide(item),
      earlier: earlierImportId === null ? null : { importId: earlierImportId, line },
      foundIn: item.foundImportId,
    }),
    createdAt: isoTime(item.createdAt),
    ...present({ resolvedAt: item.resolvedAt && isoTime(item.resolvedAt), resolvedBy, note }),
  };
}

function fileSide(item: Item) {
  const { fileKind, fileMinor, fileCurrency, fileMovedAt, fileReference: reference } = item;
  const said = sideOf(fileKind, fileMinor, fileCurrency, fileMovedAt);
  return said && { ...said, ...present({ reference }) };
}

function ownSide(item: Item) {
  const { merchantId, paymentId, transId } = item;
  const said = sideOf(item.ownKind, item.ownMinor, item.ownCurrency, item.ownMovedAt);
  return said && { ...said, merchantId, paymentId, transId };
}

function sideOf(
  kind: MovementKind | null,
  minor: bigint | null,
  code: string | null,
  movedAt: number | null,
) {
  if (minor === null || code === null || movedAt === null) return null;
  return { kind, amount: amountOf(minor, code), currency: code, movedAt: isoTime(movedAt) };
}

function amountOf(minor: bigint, code: string): unknown {
  return exactNumber(formatAmount({ minor, currency: code }));
}

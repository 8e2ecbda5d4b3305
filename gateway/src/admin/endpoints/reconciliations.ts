// The operator's endpoints for settlement files under /v1/admin/reconciliations: start an import,
// send its lines, have it compared, read and list imports.

import { Type } from 'typebox';
import { endpoint } from '../../http/endpoint.ts';
import { patternText } from '../../http/schema.ts';
import { uuidText } from '../fields.ts';
import { countOpenItems, listImports, totalsOf } from '../../reconciliation/import.store.ts';
import {
  addLines,
  finishImport,
  readImport,
  startImport,
  type ReconciliationParts,
} from '../../reconciliation/import-file.ts';
import type { Import } from '../../reconciliation/reconciliation.ts';
import { importSchema, importView } from '../../reconciliation/reconciliation.view.ts';
import { MAX_LINE_LENGTH, MAX_LINES } from '../../reconciliation/settlement-file.ts';

const PAGE = 20;
const MAX_CHUNK_LINES = 500;

const params = Type.Object({
  importId: Type.String({ maxLength: 64, description: 'Id of the import' }),
});
export const providerField = patternText('^[A-Za-z0-9_-]{1,64}$', 'the name of a provider', {
  description: 'Only this provider; absent: all',
});

const startReconciliation = endpoint(
  {
    method: 'POST',
    path: '/v1/admin/reconciliations',
    summary: 'Start the import of a provider’s settlement file',
    description:
      'Send the lines afterwards, and finish. The same file again answers with the earlier ' +
      'import and changes nothing: continue after its `lines`. The format of the file and of ' +
      'the fingerprint is in the guide to reconciliation.',
    access: 'operator',
    action: { name: 'START_RECONCILIATION', subject: 'importId' },
    body: Type.Object({
      header: Type.String({
        minLength: 1,
        maxLength: MAX_LINE_LENGTH,
        description: 'The first line of the file, without its line end',
      }),
      fingerprint: patternText('^[0-9a-f]{64}$', '64 hexadecimal digits in lower case', {
        description: 'Hash of all lines of the file',
      }),
    }),
    reply: importSchema,
    refusals: ['SETTLEMENT_FILE_INVALID'],
  },
  async (parts: ReconciliationParts, { body: { header, fingerprint } }) => {
    return viewOf(parts, await startImport(parts, header, fingerprint));
  },
);

const addReconciliationLines = endpoint(
  {
    method: 'POST',
    path: '/v1/admin/reconciliations/{importId}/lines',
    summary: 'Send lines of a settlement file',
    description:
      'In the order of the file. Lines that were received before change nothing; the answer says ' +
      'how many there are. If a line cannot be read, none of the request is stored.',
    access: 'operator',
    action: { name: 'ADD_SETTLEMENT_LINES', subject: 'importId' },
    params,
    body: Type.Object({
      firstLine: Type.Integer({
        minimum: 2,
        maximum: MAX_LINES,
        description: 'Number of the first of these lines in the file; the header is line 1',
      }),
      lines: Type.Array(Type.String({ maxLength: MAX_LINE_LENGTH }), {
        minItems: 1,
        maxItems: MAX_CHUNK_LINES,
        description: 'Without their line ends',
      }),
    }),
    emptyIsAbsent: false,
    reply: importSchema,
    refusals: [
      'RECONCILIATION_NOT_FOUND',
      'SETTLEMENT_FILE_CLOSED',
      'LINES_OUT_OF_ORDER',
      'SETTLEMENT_FILE_INVALID',
    ],
  },
  async (
    parts: ReconciliationParts,
    { params: { importId }, body: { firstLine, lines }, note },
  ) => {
    note({ before: stateOf(await readImport(parts, importId)) });
    return viewOf(parts, await addLines(parts, importId, firstLine, lines));
  },
);

const finishReconciliation = endpoint(
  {
    method: 'POST',
    path: '/v1/admin/reconciliations/{importId}/finish',
    summary: 'Have a complete settlement file compared',
    description:
      'A job compares it with the ledger; GET shows its progress. No payment, transaction or ' +
      'balance is changed. Finishing again changes nothing.',
    access: 'operator',
    action: { name: 'FINISH_RECONCILIATION', subject: 'importId' },
    params,
    reply: importSchema,
    refusals: [
      'RECONCILIATION_NOT_FOUND',
      'SETTLEMENT_FILE_INCOMPLETE',
      'SETTLEMENT_FILE_ALTERED',
      'RECONCILIATION_RUNNING',
    ],
  },
  async (parts: ReconciliationParts, { params: { importId }, note }) => {
    note({ before: stateOf(await readImport(parts, importId)) });
    return viewOf(parts, await finishImport(parts, importId));
  },
);

const readReconciliation = endpoint(
  {
    method: 'GET',
    path: '/v1/admin/reconciliations/{importId}',
    summary: 'Read the import of a settlement file, with its totals',
    access: 'operator',
    params,
    reply: importSchema,
    refusals: ['RECONCILIATION_NOT_FOUND'],
  },
  async (parts: ReconciliationParts, { params: { importId } }) => {
    return viewOf(parts, await readImport(parts, importId));
  },
);

const listReconciliations = endpoint(
  {
    method: 'GET',
    path: '/v1/admin/reconciliations',
    summary: 'List imports of settlement files, 20 at a time',
    access: 'operator',
    query: Type.Object({
      provider: Type.Optional(providerField),
      after: Type.Optional(uuidText('an id', 'The last importId of the page before')),
    }),
    reply: Type.Object({
      imports: Type.Array(importSchema, { description: 'The newest first.' }),
    }),
  },
  async (parts: ReconciliationParts, { query }) => {
    const imports = await listImports(parts.database, query, PAGE);
    return { imports: await Promise.all(imports.map((one) => viewOf(parts, one))) };
  },
);

/** What the audit log shows of an import before a change. */
function stateOf({ state, lineCount: lines }: Import) {
  return { state, lines };
}

async function viewOf({ database }: ReconciliationParts, of: Import) {
  const [totals, openItems] = await Promise.all([
    totalsOf(database, of.importId),
    countOpenItems(database, of.importId),
  ]);
  return importView(of, totals, openItems);
}

export const reconciliationEndpoints = [
  startReconciliation,
  listReconciliations,
  readReconciliation,
  addReconciliationLines,
  finishReconciliation,
];

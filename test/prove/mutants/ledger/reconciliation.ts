// Planted bugs in reconciliations: each is found by a test of the comparison or of the import.
import type { Mutant } from '../../mutant.ts';

const compared = [{ file: 'gateway/src/reconciliation/compare-imports.test.ts' }] as const;
const received = [{ file: 'test/input/settlement-files.test.ts' }] as const;
const read = [{ file: 'gateway/src/reconciliation/settlement-file.test.ts' }];

const compare = 'gateway/src/reconciliation/compare.ts';
const pages = 'gateway/src/reconciliation/compare.store.ts';

export const reconciliationMutants: readonly Mutant[] = [
  {
    name: 'reconciliation-currency-not-compared',
    file: compare,
    search:
      'movement.amountMinor === line.amountMinor &&\n    movement.currency === line.currency;',
    replace: 'movement.amountMinor === line.amountMinor;',
    caughtBy: compared,
  },
  {
    name: 'reconciliation-kind-not-compared',
    file: compare,
    search: '    movement.kind === line.kind &&\n',
    replace: '',
    caughtBy: compared,
  },
  {
    name: 'reconciliation-missing-outside-the-period',
    file: compare,
    search: 'movedAt >= periodFrom && movedAt < periodTo',
    replace: 'movedAt >= periodFrom && movedAt <= periodTo',
    caughtBy: compared,
  },
  {
    name: 'reconciliation-reported-elsewhere-is-missing',
    file: compare,
    search: '!isKnown && movedAt',
    replace: 'movedAt',
    caughtBy: compared,
  },
  {
    name: 'reconciliation-shares-are-charges',
    file: compare,
    search: 'if (seen.has(attemptId)) continue;',
    replace: '',
    caughtBy: compared,
  },
  {
    name: 'reconciliation-unknown-outcome-matches',
    file: pages,
    search: "and a.provider = $6 and a.state = 'APPROVED'",
    replace: "and a.provider = $6 and a.state <> 'DECLINED'",
    caughtBy: compared,
  },
  {
    name: 'reconciliation-two-nodes-write-one-page',
    file: 'gateway/src/reconciliation/page.store.ts',
    search: 'where import_id = $1 and version = $2 returning',
    replace: 'where import_id = $1 and version >= $2 returning',
    caughtBy: compared,
  },
  {
    name: 'reconciliation-fingerprint-not-checked',
    file: 'gateway/src/reconciliation/import-file.ts',
    search: 'if (!Buffer.from(before.lineHash).equals(before.fingerprint)) {',
    replace: 'if (before.lineHash.length !== before.fingerprint.length) {',
    caughtBy: received,
  },
  {
    name: 'reconciliation-gap-in-lines',
    file: 'gateway/src/reconciliation/import-file.ts',
    search: 'if (firstLine > before.lineCount + 1) {',
    replace: 'if (firstLine > before.lineCount + 2) {',
    caughtBy: received,
  },
  {
    name: 'reconciliation-cut-off-file',
    file: 'gateway/src/reconciliation/settlement-file.ts',
    search: 'if (Number(count) !== rowCount) {',
    replace: 'if (Number(count) < rowCount) {',
    caughtBy: read,
  },
  {
    name: 'reconciliation-repeated-line-is-stored-again',
    file: 'gateway/src/reconciliation/import-file.ts',
    search: 'if (firstLine <= before.lineCount) return before;',
    replace: 'if (firstLine < before.lineCount) return before;',
    caughtBy: [{ file: received[0].file, name: 'one line at a time' }],
  },
  {
    name: 'reconciliation-repeated-end-line-is-refused',
    file: 'gateway/src/reconciliation/import-file.ts',
    search:
      '  if (firstLine <= before.lineCount) return before;\n' +
      "  if (before.state !== 'LOADING') refuse('SETTLEMENT_FILE_CLOSED');\n",
    replace:
      "  if (before.state !== 'LOADING') refuse('SETTLEMENT_FILE_CLOSED');\n" +
      '  if (firstLine <= before.lineCount) return before;\n',
    caughtBy: [{ file: received[0].file, name: 'one line at a time' }],
  },
  {
    name: 'reconciliation-later-file-takes-the-finding',
    file: 'gateway/src/reconciliation/page.store.ts',
    search: 'and provider = $3 and found_import_id is null',
    replace: 'and provider = $3',
    caughtBy: [{ file: compared[0].file, name: 'the first file that contains' }],
  },
];

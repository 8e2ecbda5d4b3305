// Planted bugs in fees, in deposits and withdrawals, and in the check of the ledger.
import type { Mutant } from '../../mutant.ts';

const fee = 'gateway/src/fees/fee.ts';
const fees = [{ file: 'gateway/src/fees/fee.test.ts' }];
const schedule = [{ file: 'gateway/src/fees/fee-rule.store.test.ts' }];

export const feeMutants: readonly Mutant[] = [
  {
    name: 'fee-is-rounded-down',
    file: 'gateway/src/fees/percent.ts',
    search: ' + WHOLE / 2n) / WHOLE',
    replace: ') / WHOLE',
    caughtBy: [{ file: 'gateway/src/fees/percent.test.ts' }],
  },
  {
    name: 'fee-rule-begins-a-moment-late',
    file: fee,
    search: 'rule.validFrom <= at &&',
    replace: 'rule.validFrom < at &&',
    caughtBy: fees,
  },
  {
    name: 'fee-without-its-minimum',
    file: fee,
    search: 'greatest(charged, rule.minimumMinor)',
    replace: 'charged',
    caughtBy: fees,
  },
  {
    name: 'fee-exceeds-what-the-commission-leaves',
    file: fee,
    search: 'least(amountMinor, mostMinor))',
    replace: 'amountMinor)',
    caughtBy: fees,
  },
  {
    name: 'fee-rule-that-was-replaced-counts',
    file: fee,
    search: 'other.validFrom - one.validFrom',
    replace: 'one.validFrom - other.validFrom',
    caughtBy: fees,
  },
  {
    name: 'fee-of-cards-without-a-card',
    file: fee,
    search: '(rule.organization ?? organization) === organization,',
    replace: '(organization === null || (rule.organization ?? organization) === organization),',
    caughtBy: fees,
  },
  {
    name: 'fee-rules-stay-unread-after-a-failure',
    file: 'gateway/src/fees/fee-rule.store.ts',
    search: 'fees.catch(() => loaded.delete(merchantId));',
    replace: 'fees.catch(() => undefined);',
    caughtBy: schedule,
  },
  {
    name: 'fee-rules-for-all-are-not-loaded',
    file: 'gateway/src/fees/fee-rule.store.ts',
    search: 'where merchant_id in ($1, $2)`',
    replace: 'where merchant_id = $1 and $2::text is not null`',
    caughtBy: schedule,
  },
];

const record = 'gateway/src/deposits/record-deposit.ts';
const deposits = [{ file: 'gateway/src/deposits/record-deposit.test.ts' }];

export const depositMutants: readonly Mutant[] = [
  {
    name: 'deposit-reference-with-another-amount',
    file: record,
    search: ' &&\n    existing.amountMinor === amountMinor;',
    replace: ';',
    caughtBy: deposits,
  },
  {
    name: 'deposit-of-another-node-is-an-error',
    file: record,
    search: '  if (same) return same;\n',
    replace: '',
    caughtBy: deposits,
  },
  {
    name: 'deposit-reference-of-another-merchant',
    file: 'gateway/src/deposits/deposit.store.ts',
    search: 'where merchant_id = $1 and reference = $2',
    replace: "where $1::text <> '' and reference = $2",
    caughtBy: deposits,
  },
  {
    name: 'action-before-its-audit-record',
    file: 'gateway/src/admin/actions/audited.ts',
    search: "await record('BEGUN', { request })",
    replace: "void record('BEGUN', { request }).catch(() => undefined)",
    caughtBy: [{ file: 'gateway/src/admin/actions/audited.test.ts' }],
  },
  {
    name: 'secret-in-the-audit-log',
    file: 'gateway/src/admin/actions/shown-in-audit.ts',
    search: "if (isSecret) return '***';",
    replace: '',
    caughtBy: [{ file: 'gateway/src/admin/actions/audited.test.ts' }],
  },
];

const check = 'gateway/src/ledger/check/ledger-check.ts';
const store = 'gateway/src/ledger/check/ledger-check.store.ts';
const checks = [{ file: 'gateway/src/ledger/check/check-ledger.test.ts' }];

export const ledgerCheckMutants: readonly Mutant[] = [
  {
    name: 'ledger-check-reports-a-late-transfer',
    file: check,
    search: 'if (differences.length > 0 && !check.isRepeat) {',
    replace: 'if (differences.length > 0 && check.isRepeat) {',
    caughtBy: checks,
  },
  {
    name: 'ledger-check-skips-balances-without-transfers',
    file: check,
    search: '[...Object.keys(sums), ...read.keys()]',
    replace: 'Object.keys(sums)',
    caughtBy: checks,
  },
  {
    name: 'ledger-check-reads-a-range-twice',
    file: check,
    search: 'positionId: check.untilId, untilId }',
    replace: 'positionId: FIRST_ID, untilId }',
    caughtBy: checks,
  },
  {
    name: 'ledger-check-ignores-the-version',
    file: store,
    search: 'and version = $3 returning version',
    replace: 'and version >= $3 returning version',
    caughtBy: checks,
  },
  {
    name: 'ledger-check-of-the-operator-waits',
    file: store,
    search: 'order by started_by, check_id limit 1',
    replace: 'order by check_id limit 1',
    caughtBy: checks,
  },
  {
    name: 'ledger-check-of-one-reads-the-next',
    file: 'gateway/src/ledger/check/check-ledger.ts',
    search: "lastMerchant === '' ? scope : null",
    replace: "lastMerchant === '' ? scope : findNextMerchant(database, lastMerchant)",
    caughtBy: checks,
  },
];

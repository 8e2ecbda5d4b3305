// Planted bugs in BLIK over Autopay and in disputes.
import type { Mutant } from '../../mutant.ts';

const blik = [{ file: 'gateway/src/providers/autopay/blik.test.ts' }];
const pure = [{ file: 'gateway/src/disputes/dispute.test.ts' }];
const recorded = [{ file: 'gateway/src/disputes/record-dispute.test.ts' }];
const start = 'gateway/src/providers/autopay/blik.ts';
const dispute = 'gateway/src/disputes/dispute.ts';

export const autopayBlikMutants: readonly Mutant[] = [
  {
    name: 'alias-of-another-merchant',
    file: start,
    search: '.update(`${merchantId}|${open(alias)}`)',
    replace: '.update(open(alias))',
    caughtBy: blik,
  },
  {
    name: 'recurring-alias-is-sent',
    file: start,
    search: "ticket.type === 'PAYID' || register?.type === 'PAYID'",
    replace: "ticket.type === 'PAYID'",
    caughtBy: blik,
  },
  {
    name: 'used-code-is-tried-elsewhere',
    file: start,
    search:
      "return rejectCode === 'PROVIDER_UNAVAILABLE' ? { ...decline, mayTryElsewhere: true } :",
    replace: 'return rejectCode ? { ...decline, mayTryElsewhere: true } :',
    caughtBy: blik,
  },
  {
    name: 'confirmed-blik-start-is-paid',
    file: start,
    search: "      return { kind: 'pending', reference, customer: null };",
    replace:
      "      return { kind: 'approved', reference: reference ?? '', authCode: null, " +
      'networkTransactionId: null };',
    caughtBy: blik,
  },
  {
    name: 'blik-with-the-words-of-transfers',
    file: 'gateway/src/providers/autopay/messages/transaction.ts',
    search: "isBlik: get('gatewayID') === BLIK_GATEWAY",
    replace: 'isBlik: false',
    caughtBy: blik,
  },
  {
    name: 'label-shows-a-short-alias',
    file: start,
    search: "shown.length < MIN_SHOWN_LENGTH ? '' : shown.slice(-2)",
    replace: 'shown.slice(-2)',
    caughtBy: blik,
  },
];

export const disputeMutants: readonly Mutant[] = [
  {
    name: 'late-report-replaces-the-stage',
    file: dispute,
    search: 'const newest = history.at(-1) ?? added;',
    replace: 'const newest = added;',
    caughtBy: pure,
  },
  {
    name: 'repeated-report-is-recorded',
    file: dispute,
    search: 'if (before.some((one) => isSame(one, report))) return undefined;',
    replace: '',
    caughtBy: pure,
  },
  {
    name: 'reports-of-one-moment-in-any-order',
    file: dispute,
    search: ' || place(one) - place(other);',
    replace: ';',
    caughtBy: pure,
  },
  {
    name: 'every-report-is-an-alarm',
    file: 'gateway/src/disputes/record-dispute.ts',
    search: "if (!isNew) return log.info(facts, 'a provider has reported about a dispute');",
    replace: '',
    caughtBy: recorded,
  },
  {
    name: 'dispute-of-another-payment',
    file: 'gateway/src/disputes/dispute.store.ts',
    search: 'payment_id = $2::uuid and provider = $3',
    replace: '$2::uuid is not null and provider = $3',
    caughtBy: recorded,
  },
  {
    name: 'disputes-of-all-merchants',
    file: 'gateway/src/disputes/dispute.store.ts',
    search: '($1::text is null or merchant_id = $1)',
    replace: '($1::text is null or merchant_id > $1 or true)',
    caughtBy: recorded,
  },
];

// The statements that list, search, purge or check, with values for which the least is read only
// if their indexes fit: everything is due or old, nothing is, or what is asked for is seldom.
import { idOf, MERCHANT, ROWS, timeOf } from './many-rows.ts';

export type Value = string | number | boolean | null;

/** A page of the cases has 10 rows; a plan may read some rows that it does not use. */
export const MAX_ROWS = 300;
const PAGE = 10;

const M = MERCHANT;
const [FIRST, MIDDLE, LAST] = [idOf(0), idOf(ROWS / 2), idOf(ROWS + 1)];
const [BEFORE, HALF, AFTER] = [timeOf(0), timeOf(ROWS / 2), timeOf(ROWS + 1)];
const ids = `{${idOf(11)},${idOf(12)}}`;
const two = `{${M},${M}}`;
/** Positions of the feed. */
const [MID, END] = [ROWS / 2, ROWS + 1];
const FINGERPRINT = '\\x6512bd43d9caa6e02c990b0a82652dca';
const states = '{FAILED,REFUSED,NOT_SENT}';
const replay = [M, AFTER, BEFORE, AFTER, states, '{x}', true, PAGE, FIRST, LAST, 20];

/** Read whole by design, or their tables stay small. */
export const exempt: Readonly<Record<string, string>> = {
  'ledger.unbalanced': 'a check of all balances, of which a merchant has a few',
  'merchants.remove-others': 'resets a sandbox',
  'merchants.remove-other-logos': 'resets a sandbox',
  'wallet-credentials.clear': 'resets a sandbox',
  'provider-credentials.clear': 'resets a sandbox',
  'wallet-credentials.count': 'a merchant has a few credentials; their number is a metric',
  'receivers.remove-unused':
    'one row for each merchant and origin; every delivery would write an index of the time',
  'delivery-attempts.bad-ends': 'one look into an index for each merchant',
  'success-rates.sum': 'all counts of a day, by minute: a sum once a minute',
  'readiness.remove-old': 'one row for each node',
  'event-feed.epoch': 'one row',
  'event-feed.first-running': 'reads locks, not tables',
  'backfills.claim': 'one row for each backfill of a release',
  'backfills.key': 'reads the catalogue',
  'backfills.all': 'one row for each backfill of a release',
  'backfills.due': 'one row for each backfill of a release',
  'migrate.blockers': 'reads locks, not tables',
  'migrate.transactions': 'reads sessions, not tables',
  'page-builds.list': 'the last eight builds are kept',
  'page-builds.remove-old': 'the last eight builds are kept',
  'events.queue-not-empty': 'only its first row is read, with limit 1 (worker/due.store.ts)',
  'events.claim': 'in queue-plans.test.ts',
  'events.park': 'in queue-plans.test.ts',
  'events.release': 'in queue-plans.test.ts',
  'events.finish': 'in queue-plans.test.ts',
  'events.put-off': 'in queue-plans.test.ts',
};
/** A rotation of keys reads every row of its tables, once and in pages. */
export const isOfRotation = (statement: string): boolean =>
  /^(rotate|rotations|root-keys)\./.test(statement);

type Plan = readonly [statement: string, ...cases: (readonly Value[])[]];

export const plans: readonly Plan[] = [
  // Lists of merchants and the operator.
  ['deposits.list', [M, FIRST, PAGE], [M, MIDDLE, PAGE]],
  ['fees.list', [null, FIRST, PAGE, '*'], [M, MIDDLE, PAGE, '*']],
  ['merchants.list', ['', PAGE], ['3000', PAGE]],
  ['settlement.batches', [M, LAST, PAGE], ['2000', MIDDLE, PAGE], ['3000', LAST, PAGE]],
  ['settlement.batches-of-date', [M, LAST, PAGE, '2021-05-01'], ['2000', LAST, PAGE, '1999-01-01']],
  ['settlement.all-batches', [M, LAST, PAGE], ['2000', LAST, PAGE], ['3000', LAST, PAGE]],
  ['settlement.all-batches-of-date', [M, LAST, PAGE, '2021-05-01'], [M, LAST, PAGE, '1999-01-01']],
  ['settlement.open-batches', [M], ['3000']],
  ['settlement.items', [M, idOf(3), FIRST, '', PAGE], [M, idOf(3), MIDDLE, 'SHARE', PAGE]],
  ['receivers.list-unhealthy', ['', '', PAGE], [M, 'x9', PAGE]],
  ['receivers.count-unhealthy', []],
  ['reconciliation.list', [null, null, PAGE], ['sandbox', MIDDLE, PAGE]],
  [
    'reconciliation-items.list',
    [null, null, null, null, null, PAGE],
    [idOf(3), null, null, null, null, PAGE],
    [idOf(3), null, null, true, null, PAGE],
    [null, null, null, true, MIDDLE, PAGE],
    [null, 'sandbox', 'MISSING', false, MIDDLE, PAGE],
  ],
  ['reconciliation.totals', [idOf(3)]],
  [
    'disputes.list',
    [null, null, null, PAGE],
    [M, null, MIDDLE, PAGE],
    ['3000', null, null, PAGE],
    [null, 'LOST', null, PAGE],
    [null, 'LOST', MIDDLE, PAGE],
    [M, 'LOST', null, PAGE],
  ],
  ['disputes.find', [M, idOf(3), 'sandbox', 'x3']],
  ['reconciliation.count-open', [idOf(3)]],
  ['wallet-credentials.usable', ['x7', '1006']],
  ['delivery-attempts.list', [M, idOf(11), PAGE]],
  ['events.find-seen', [M, idOf(11)]],
  ['receivers.list', [M, PAGE]],
  ['wallet-credentials.list', [AFTER, HALF, BEFORE, null, FIRST, PAGE, null]],
  ['provider-credentials.list', ['1006']],
  ['provider-credentials.find-account', ['x7', 'x7']],
  // Events.
  ['event-feed.page', [M, 0, FIRST, END, PAGE], [M, MID, MIDDLE, END, PAGE]],
  ['event-feed.of-payment', [M, 0, FIRST, END, PAGE, idOf(11)]],
  ['event-feed.in-state', [M, 0, FIRST, END, PAGE, 'FAILED'], [M, 0, FIRST, END, PAGE, 'REFUSED']],
  ['event-feed.next', [two, `{0,${MID}}`, `{${FIRST},${MIDDLE}}`, END, PAGE]],
  ['event-queue.count-of-merchant', [M, PAGE]],
  ['event-queue.measure', [PAGE]],
  ['delivery-attempts.count-ended-badly', [M, FIRST, PAGE]],
  ['delivery-attempts.shorten', [AFTER, PAGE], [BEFORE, PAGE]],
  ['events.replay-one', [M, AFTER, idOf(11), true]],
  ['events.replay-payment', [...replay, idOf(11)]],
  ['events.replay-range', replay],
  // Payments and tokens.
  ['payments.latest', [`{${M},1010}`, PAGE]],
  ['payments.load', [two, ids]],
  ['payments.find', [two, ids]],
  ['payments.transactions', [M, idOf(11)]],
  ['payments.subpayments', [M, idOf(11)]],
  ['payments.shares', [M, idOf(11)]],
  ['payments.refund-parts', [M, idOf(11)]],
  ['payments.open-attempts', [M, idOf(11)]],
  ['payments.order-holder', [M, 'x11']],
  ['payments.by-order', [M, 'x11', BEFORE, null, '{}', '{}'], [M, 'x11', AFTER, 'x', '{}', '{}']],
  ['authentications.latest', [M, idOf(11)]],
  ['tokenizations.of-token', [M, idOf(11)]],
  ['card-tokens.search-by-token-number', [M, PAGE, 'x11', null, null, null, null]],
  ['card-tokens.search-by-fingerprint', [M, PAGE, null, FINGERPRINT, null, 'x3', null]],
  ['card-tokens.search-by-instrument-ref', [M, PAGE, null, null, 'x11', null, null]],
  ['card-tokens.search-by-ext-customer-id', [M, PAGE, null, null, null, 'x3', 'x3']],
  ['card-tokens.search-by-card-mask', [M, PAGE, null, null, null, null, 'x3']],
  ['card-tokens.of-customer', [M, 'x3', PAGE], [M, 'nobody', PAGE]],
  // Budgets: what is used up, and what has ended.
  ['budgets.used-up', [BEFORE, PAGE], [AFTER, PAGE]],
  ['budgets.forget', [AFTER, PAGE], [BEFORE, PAGE]],
  // Jobs: what is due.
  ['payments.due-attempts', [AFTER, 'sandbox', PAGE], [BEFORE, 'sandbox', PAGE]],
  ['payments.attempts-due', [AFTER, 'sandbox'], [BEFORE, 'sandbox']],
  ['payments.unconnected-providers', [AFTER, '{sandbox}']],
  ['payments.due-deadlines', [AFTER, PAGE], [BEFORE, PAGE]],
  ['payments.deadlines-due', [BEFORE]],
  ['tokenizations.due', [AFTER, PAGE], [BEFORE, PAGE]],
  ['tokenizations.some-due', [BEFORE]],
  ['card-tokens.due-removals', [AFTER, PAGE], [BEFORE, PAGE]],
  ['card-tokens.removals-due', [AFTER], [BEFORE]],
  ['held-cards.due-codes', [AFTER, PAGE], [BEFORE, PAGE]],
  ['held-cards.codes-due', [AFTER], [BEFORE]],
  ['checkout-confirmations.due', [AFTER], [BEFORE]],
  ['checkout-confirmations.claim', [AFTER, 1000, PAGE, 5000], [BEFORE, 1000, PAGE, 5000]],
  ['settlement.merchants', ['', PAGE], ['3000', PAGE]],
  ['settlement.free-runs', [AFTER, PAGE], [BEFORE, PAGE]],
  ['settlement.last-number', [M, M, 'x11', '2020-01-03']],
  ['settlement.sales', [M, FIRST, FIRST, LAST, AFTER, '{}', true, PAGE]],
  ['settlement.waiting', [M, FIRST, PAGE], [M, MIDDLE, PAGE]],
  ['settlement.balances', [M, 'MERCHANT_PAYABLE', 'PLN']],
  ['reconciliation.comparing', []],
  ['reconciliation.due', []],
  ['reconciliation.lines-page', [idOf(3), 0, PAGE, 'sandbox']],
  ['reconciliation.rest-page', [idOf(3), 0, PAGE]],
  ['reconciliation.next-merchant', ['', FIRST, LAST], ['3000', FIRST, LAST]],
  ['reconciliation.movements-page', [idOf(3), M, FIRST, LAST, PAGE, 'sandbox']],
  // Purges: everything is old, or nothing is.
  ['payments.purge', [M, LAST, AFTER, PAGE, AFTER], [M, FIRST, BEFORE, PAGE, BEFORE]],
  ['payments.purge-late-events', [M, FIRST, PAGE, FIRST]],
  ['payments.end-agreements', [AFTER, PAGE], [BEFORE, PAGE]],
  ['tokenizations.purge', [AFTER, PAGE, AFTER], [BEFORE, PAGE, BEFORE]],
  ['card-tokens.purge', [AFTER, PAGE], [BEFORE, PAGE]],
  ['success-rates.remove-old', [BEFORE]],
  ['success-rates.first-finished', [HALF], [AFTER]],
  ['success-rates.count', [HALF, timeOf(ROWS / 2 + PAGE)], [AFTER, AFTER]],
  ['idempotency.expire', [AFTER, PAGE], [BEFORE, PAGE]],
  ['idempotency.expire-one', [M, 'x11', AFTER]],
  ['used-wallet-tokens.remove', [AFTER, PAGE], [BEFORE, PAGE]],
  ['merchant-logos.remove-others', [M, 'x11', BEFORE]],
  // Checks of the ledger and of the audit log.
  ['ledger.balances', [M]],
  ['ledger-checks.running', []],
  ['ledger-checks.scheduled-since', [M, AFTER], [M, HALF]],
  ['ledger-checks.next-merchant', [''], [M]],
  ['ledger-checks.slice', [M, FIRST, LAST, PAGE], [M, MIDDLE, LAST, PAGE]],
  ['ledger-checks.count-latest', [M, FIRST, PAGE]],
  ['ledger-checks.compare', [M, idOf(ROWS - 20)]],
  ['audit.last-chain', []],
  ['audit.page', [1, 0, PAGE], [1, MID, PAGE]],
  ['audit.of-payment', [idOf(11), PAGE]],
  ['audit.of-token', ['x11', PAGE]],
  ['audit.actions-for', [M, PAGE]],
  ['data-keys.read', [M]],
];

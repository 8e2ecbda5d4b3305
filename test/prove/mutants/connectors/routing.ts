// Planted bugs in routing: the order of rules, conditions at their limits, shares, success rates,
// and what the operator may set.
import type { Mutant } from '../../mutant.ts';

const conditions = [{ file: 'gateway/src/routing/conditions.test.ts' }];
const routes = [{ file: 'gateway/src/routing/find-route.test.ts' }];
const order = [{ file: 'gateway/src/routing/order-by-rate.test.ts' }];
const rates = [{ file: 'gateway/src/routing/rates/refresh-rates.test.ts' }];
const checks = [{ file: 'gateway/src/admin/routing/check-rules.test.ts' }];
const choice = [{ file: 'gateway/src/payments/processing/choose-provider.test.ts' }];

const CONDITIONS = 'gateway/src/routing/conditions.ts';
const FIND = 'gateway/src/routing/find-route.ts';
const ORDER = 'gateway/src/routing/order-by-rate.ts';
const STORE = 'gateway/src/routing/rates/success-rate.store.ts';

export const routingMutants: readonly Mutant[] = [
  {
    name: 'last-rule-decides',
    file: FIND,
    search: 'settings.routing?.find(',
    replace: 'settings.routing?.findLast(',
    caughtBy: routes,
  },
  {
    name: 'rule-without-a-provider-for-the-payment-decides',
    file: FIND,
    search: '&& isServed(parts, one, facts)',
    replace: '',
    caughtBy: routes,
  },
  {
    name: 'share-is-the-same-for-every-rule',
    file: FIND,
    search: 'shareOf(paymentId, name) * 100',
    replace: "shareOf(paymentId, '') * 100",
    caughtBy: routes,
  },
  {
    name: 'unknown-country-fits',
    file: CONDITIONS,
    search: "wanted === undefined || wanted.includes(fact(facts) ?? '')",
    replace: "wanted === undefined || fact(facts) === null || wanted.includes(fact(facts) ?? '')",
    caughtBy: conditions,
  },
  {
    name: 'end-of-a-range-is-not-in-it',
    file: CONDITIONS,
    search: 'highest <= range.slice(dash + 1)',
    replace: 'highest < range.slice(dash + 1)',
    caughtBy: conditions,
  },
  {
    name: 'highest-amount-does-not-fit',
    file: CONDITIONS,
    search: 'amountMinor <= (max ?? amountMinor)',
    replace: 'amountMinor < (max ?? amountMinor + 1n)',
    caughtBy: conditions,
  },
  {
    name: 'amount-in-another-currency-fits',
    file: CONDITIONS,
    search: 'if (min === undefined && max === undefined) return false;',
    replace: '',
    caughtBy: conditions,
  },
  {
    name: 'minute-of-the-end-fits',
    file: CONDITIONS,
    search: 'minute >= first && minute < end',
    replace: 'minute >= first && minute <= end',
    caughtBy: conditions,
  },
  {
    name: 'few-results-decide',
    file: ORDER,
    search: 'counts.finished < MIN_FINISHED',
    replace: 'counts.finished === 0',
    caughtBy: order,
  },
  {
    name: 'worst-provider-first',
    file: ORDER,
    search: 'rateOf(right) - rateOf(left)',
    replace: 'rateOf(left) - rateOf(right)',
    caughtBy: order,
  },
  {
    name: 'no-payment-compares',
    file: ORDER,
    search: 'const EXPLORED_SHARE = 0.05;',
    replace: 'const EXPLORED_SHARE = 0;',
    caughtBy: routes,
  },
  {
    name: 'soft-declines-count-against-a-provider',
    file: STORE,
    search: "     and reject_code is distinct from 'SCA_REQUIRED'\n",
    replace: '',
    caughtBy: rates,
  },
  {
    name: 'counting-again-adds',
    file: STORE,
    search: 'do update set approved = excluded.approved, finished = excluded.finished',
    replace:
      'do update set approved = authorization_counts.approved + excluded.approved, ' +
      'finished = authorization_counts.finished + excluded.finished',
    caughtBy: rates,
  },
  {
    name: 'provider-that-does-not-offer-the-method-is-accepted',
    file: 'gateway/src/admin/routing/check-rules.ts',
    search: 'available.filter(({ means }) => means.some((kind) => kinds.has(kind)))',
    replace: 'available',
    caughtBy: checks,
  },
  {
    name: 'named-provider-must-be-in-the-rule',
    file: 'gateway/src/payments/processing/choose-provider.ts',
    search: 'named === undefined ? providers : possibleProviders(settings, method)',
    replace: 'providers',
    caughtBy: choice,
  },
];

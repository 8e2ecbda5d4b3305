// Planted bugs in what nodes of two versions share: scripts of the payment page, and settings.
import type { Mutant } from '../../mutant.ts';

const builds = [{ file: 'paywall/src/server/builds.test.ts' }];
const store = [{ file: 'gateway/src/http/pages/page-builds.store.test.ts' }];

const news = [{ file: 'paywall/src/browser/news.test.ts' }];

export const pageMutants: readonly Mutant[] = [
  {
    name: 'page-script-with-another-hash',
    file: 'paywall/src/server/builds.ts',
    search: 'if (content === undefined || buildOf(content) !== build) return undefined;',
    replace: 'if (content === undefined) return undefined;',
    caughtBy: builds,
  },
  {
    name: 'page-build-is-not-tried-again',
    file: 'paywall/src/server/builds.ts',
    search: 'if (isKept) kept = page;',
    replace: 'kept = page;',
    caughtBy: builds,
  },
  {
    name: 'page-script-of-a-stranger',
    file: 'gateway/src/http/pages/page-builds.store.ts',
    search: 'return rows.find(({ mark }) => markOf(build).equals(mark))?.content;',
    replace: 'return rows[0]?.content;',
    caughtBy: store,
  },
  {
    name: 'all-methods-as-no-list',
    file: 'gateway/src/merchants/merchant.store.ts',
    search: 'const methods = settings.methods ?? [...methodNames, ALL_METHODS];',
    replace: 'const methods = settings.methods;',
    caughtBy: [{ file: 'gateway/src/merchants/merchant.store.test.ts' }],
  },
  {
    name: 'page-polls-quickly-for-ever',
    file: 'paywall/src/browser/news.ts',
    search: '(urgentSince ?? Date.now())',
    replace: 'Date.now()',
    caughtBy: news,
  },
  {
    name: 'page-does-not-hear-of-a-card-saved-elsewhere',
    file: 'paywall/src/browser/news.ts',
    search: 'if (isUrgent || isSaving) later',
    replace: 'if (isUrgent) later',
    caughtBy: news,
  },
  {
    name: 'page-asks-an-overloaded-gateway-without-a-pause',
    file: 'paywall/src/browser/push.ts',
    search: "return isEarly ? 'refused' : 'same';",
    replace: "return 'same';",
    caughtBy: news,
  },
  {
    name: 'page-calls-for-ever-with-a-refused-token',
    file: 'paywall/src/browser/calls.ts',
    search: 'if (answer.status !== 401 || hasTried) return answer;',
    replace: 'if (answer.status !== 401) return answer;',
    caughtBy: news,
  },
];

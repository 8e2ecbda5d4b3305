// Planted bugs in request parsing, idempotency and configuration.
import type { Mutant } from '../mutant.ts';

const json = [{ file: 'gateway/src/core/json.test.ts' }];
const production = [{ file: 'test/journeys/production.test.ts', name: 'production refuses' }];

export const inputMutants: readonly Mutant[] = [
  {
    name: 'account-numbers-without-end',
    file: 'gateway/src/cards/card-in-text.ts',
    search: 'if (digits.length > ACCOUNT_DIGITS_MAX) return 0;',
    replace: '',
    caughtBy: [{ file: 'gateway/src/cards/card-in-text.test.ts' }],
  },
  {
    name: 'key-appears-twice',
    file: 'gateway/src/core/json.ts',
    search: 'if (Object.hasOwn(result, key) || nullKeys?.has(key)) {',
    replace: 'if (Object.hasOwn(result, key)) {',
    caughtBy: json,
  },
  {
    name: 'prototype-is-a-name',
    file: 'gateway/src/core/json.ts',
    search: "if (key === '__proto__') throw",
    replace: "if (key === '__proto') throw",
    caughtBy: json,
  },
  {
    name: 'one-level-too-deep',
    file: 'gateway/src/core/json.ts',
    search: 'if (level >= this.#depthMax) {',
    replace: 'if (level > this.#depthMax) {',
    caughtBy: json,
  },
  {
    name: 'exponent-without-bound',
    file: 'gateway/src/core/json/scanner.ts',
    search: 'const EXPONENT_MAX = 324;',
    replace: 'const EXPONENT_MAX = 3240000;',
    caughtBy: [{ file: 'gateway/src/core/json/scanner.test.ts' }],
  },
  {
    name: 'misspelt-field-is-ignored',
    file: 'gateway/src/http/assembly/near-miss.ts',
    search: 'if (search.details.length > 0) throw',
    replace: 'if (search.details.length > 1) throw',
    caughtBy: [{ file: 'gateway/src/http/assembly/near-miss.test.ts' }],
  },
  {
    name: 'misplaced-setting-is-ignored',
    file: 'gateway/src/http/assembly/near-miss.ts',
    search: '    refuseUnknown(body, sent.body);\n',
    replace: '',
    caughtBy: [{ file: 'test/input/operator-fields.test.ts' }],
  },
];

export const idempotencyMutants: readonly Mutant[] = [
  {
    name: 'same-key-with-another-request',
    file: 'gateway/src/http/idempotency.ts',
    search:
      'await refuseOther(parts.budgets, request, isSameRequest(printKey, request, print, row));',
    replace: '',
    caughtBy: [
      { file: 'test/journeys/idempotency.test.ts', name: 'the same key with another request' },
      { file: 'test/journeys/idempotent-endpoints.test.ts', name: 'serve for another payment' },
    ],
  },
  {
    name: 'kept-answers-never-expire',
    file: 'gateway/src/http/idempotency.store.ts',
    search: 'if (!row || row.expiresAt > now) return row;',
    replace: 'if (!row || row.expiresAt > 0) return row;',
    caughtBy: [{ file: 'gateway/src/http/idempotency.store.test.ts' }],
  },
  {
    name: 'kept-answers-live-a-moment-longer',
    file: 'gateway/src/http/idempotency.store.ts',
    search: 'if (!row || row.expiresAt > now) return row;',
    replace: 'if (!row || row.expiresAt >= now) return row;',
    caughtBy: [{ file: 'gateway/src/http/idempotency.store.test.ts' }],
  },
  {
    name: 'customer-and-merchant-share-a-key',
    file: 'gateway/src/http/idempotency.ts',
    search: 'return scope === undefined ? key : `${scope} ${key}`;',
    replace: 'return scope === undefined ? key : `${key}`;',
    caughtBy: [{ file: 'test/journeys/idempotent-endpoints.test.ts', name: 'do not meet' }],
  },
];

const settings = 'gateway/src/http/system/process-settings.ts';
const keySettings = 'gateway/src/storage/keys/key-settings.ts';
const kinds = 'gateway/src/settings/kinds.ts';

export const productionMutants: readonly Mutant[] = [
  {
    name: 'production-without-operator-key',
    file: settings,
    search: "if (!key) return 'must be set in production';",
    replace: 'if (!key) return undefined;',
    caughtBy: production,
  },
  {
    name: 'production-without-master-key',
    file: keySettings,
    search: 'if (!hasMasterKey(values)) {',
    replace: "if (!hasMasterKey(values) && String(values.masterKey) === '') {",
    caughtBy: production,
  },
  {
    name: 'production-with-a-plain-acquirer',
    file: kinds,
    search: "return protocol !== 'https:' && !isLoopback(hostname);",
    replace: "return protocol !== 'https:' && hostname === '';",
    caughtBy: [{ file: 'cli/src/start.test.ts', name: 'a plain acquirer' }],
  },
  {
    name: 'production-with-a-short-operator-key',
    file: settings,
    search: 'if (given.length < MIN_ADMIN_KEY_LENGTH) {',
    replace: 'if (given.length < MIN_ADMIN_KEY_LENGTH - 1) {',
    caughtBy: [{ file: 'cli/src/start.test.ts', name: 'of 23 characters' }],
  },
  {
    name: 'production-with-failpoints',
    file: kinds,
    search: "isSet ? 'is allowed in the sandbox only' : undefined",
    replace: "isSet && !kind.rule ? 'is allowed in the sandbox only' : undefined",
    caughtBy: production,
  },
  {
    name: 'production-without-a-provider-for-cards',
    file: 'gateway/src/config.ts',
    search: 'const takesCards = providers.some((one) => one.takesCards);',
    replace: 'const takesCards = providers.length > 0;',
    caughtBy: [{ file: 'test/journeys/toy-provider.test.ts', name: 'any of them will do' }],
  },
  {
    name: 'production-calls-a-provider-that-cannot-call-back',
    file: 'gateway/src/settings/connection.ts',
    search: "if (declared.callsBack && !reader.isSet('BRAMKA_PUBLIC_URL')) {",
    replace: "if (declared.takesCards && !reader.isSet('BRAMKA_PUBLIC_URL')) {",
    caughtBy: [{ file: 'cli/src/start.test.ts', name: 'only with TLS and a public URL' }],
  },
];

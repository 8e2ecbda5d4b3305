// Planted bugs in how requests are read, repeated and configured.
import type { Mutant } from '../mutant.ts';

const json = [{ file: 'gateway/src/core/json.test.ts' }];
const production = [{ file: 'test/journeys/production.test.ts', name: 'production refuses' }];

export const inputMutants: readonly Mutant[] = [
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
    search: 'if (place >= this.#depthMax) {',
    replace: 'if (place > this.#depthMax) {',
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
];

export const idempotencyMutants: readonly Mutant[] = [
  {
    name: 'same-key-with-another-request',
    file: 'gateway/src/http/idempotency.ts',
    search: "if (!print.equals(row.requestFingerprint)) refuse('IDEMPOTENCY_KEY_REUSED');",
    replace: '',
    caughtBy: [{ file: 'test/journeys/idempotency.test.ts' }],
  },
];

export const productionMutants: readonly Mutant[] = [
  {
    name: 'production-without-operator-key',
    file: 'gateway/src/config.ts',
    search:
      "if (!config.adminKey) throw new BadConfig('BRAMKA_ADMIN_KEY must be set in production');",
    replace: '',
    caughtBy: production,
  },
  {
    name: 'production-with-failpoints',
    file: 'gateway/src/config.ts',
    search: 'if (config.failpoints.size > 0) throw',
    replace: 'if (config.failpoints.size > 9) throw',
    caughtBy: production,
  },
];

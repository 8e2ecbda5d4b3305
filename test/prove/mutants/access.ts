// Planted bugs in access control: tokens, secrets, other merchants' payments, limits.
import type { Mutant } from '../mutant.ts';

const tokens = [{ file: 'gateway/src/auth/jwt.test.ts' }];
const limits = [{ file: 'gateway/src/http/limits.test.ts' }];
const revoked = [{ file: 'test/journeys/revoked-tokens.test.ts' }];

export const tokenMutants: readonly Mutant[] = [
  {
    name: 'token-of-the-other-environment',
    file: 'gateway/src/auth/jwt.ts',
    search: "if (payload['env'] !== parts.environment) refuse('TOKEN_INVALID');",
    replace: '',
    caughtBy: tokens,
  },
  {
    name: 'token-lives-a-moment-longer',
    file: 'gateway/src/auth/jwt.ts',
    search: 'if (verified.expiresAt <= parts.clock.now()) {',
    replace: 'if (verified.expiresAt < parts.clock.now()) {',
    caughtBy: tokens,
  },
  {
    name: 'token-of-any-algorithm',
    file: 'gateway/src/auth/jwt.ts',
    search: 'algorithms: [ALGORITHM],',
    replace: "algorithms: [ALGORITHM, 'HS512', 'HS384'],",
    caughtBy: tokens,
  },
  {
    name: 'dropped-secret-keeps-its-tokens',
    file: 'gateway/src/auth/authenticator.ts',
    search: 'return secretId === null || secrets.some(({ id }) => id === secretId);',
    replace: 'return secretId === null || secrets.length > 0;',
    caughtBy: revoked,
  },
  {
    name: 'revoked-token-works',
    file: 'gateway/src/auth/authenticator.ts',
    search: 'claims.merchantVersion < merchant.tokensSince ||',
    replace: 'claims.merchantVersion < 0 ||',
    caughtBy: revoked,
  },
  {
    name: 'old-payment-link-works',
    file: 'gateway/src/payments/requests/find-payment.ts',
    search: "if (caller.kind === 'client' && caller.generation !== payment.generation) {",
    replace: "if (caller.kind === 'client' && caller.generation > payment.generation) {",
    caughtBy: [{ file: 'test/journeys/life.test.ts', name: 'link' }],
  },
  {
    name: 'page-reads-another-payment',
    file: 'gateway/src/payments/requests/find-payment.ts',
    search: "if (caller.kind === 'client' && caller.paymentId !== paymentId) refuse(",
    replace: "if (caller.kind === 'client' && caller.paymentId === '') refuse(",
    caughtBy: [{ file: 'test/input/token-matrix.test.ts' }],
  },
];

export const limitMutants: readonly Mutant[] = [
  {
    name: 'limit-is-never-reached',
    file: 'gateway/src/http/limits.ts',
    search: 'bucket.tokens -= 1;',
    replace: 'bucket.tokens -= 0;',
    caughtBy: limits,
  },
  {
    name: 'limit-burst-grows-with-rest',
    file: 'gateway/src/http/limits.ts',
    search: 'bucket.tokens = Math.min(burst, bucket.tokens + ((now',
    replace: 'bucket.tokens = Math.min(2 * burst, bucket.tokens + ((now',
    caughtBy: limits,
  },
  {
    name: 'callers-share-a-limit',
    file: 'gateway/src/http/limits.ts',
    search: 'const bucket = buckets.get(key) ?? { tokens: burst, atMs: now };',
    replace: 'const bucket = buckets.values().next().value ?? { tokens: burst, atMs: now };',
    caughtBy: limits,
  },
  {
    name: 'used-keys-displace-other-budgets',
    file: 'gateway/src/http/budget/budgets.ts',
    search: 'const most = isRemembered(kind) ? limitOf(settings, one) : NOT_REMEMBERED;',
    replace: 'const most = limitOf(settings, one);',
    caughtBy: [{ file: 'gateway/src/http/budget/budgets.test.ts' }],
  },
];

// Which failures are repeated, and how long the client waits.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ClientError } from '../result.ts';
import type { Operation } from './operation.ts';
import { delayMs, mayRepeat, retryAfterMs } from './retry.ts';

const facts = { message: '', attempts: 1, idempotencyKey: null };
const refused = (status: number, code = 'ANY', retryAfter: number | null = null): ClientError => ({
  kind: 'refused',
  status,
  code,
  fields: [],
  traceId: '',
  retryAfterMs: retryAfter,
  ...facts,
});
const network: ClientError = { kind: 'network', cause: undefined, ...facts };
const timeout: ClientError = { kind: 'timeout', timeoutMs: 1, ...facts };
const aborted: ClientError = { kind: 'aborted', cause: undefined, ...facts };
const unexpected = (status: number): ClientError => ({
  kind: 'unexpected',
  status,
  body: '',
  traceId: null,
  ...facts,
});

const get: Operation = { method: 'GET', path: '/', onlyReads: true };
const search: Operation = { method: 'POST', path: '/', onlyReads: true };
const withKey: Operation = { method: 'POST', path: '/', isIdempotent: true };
const put: Operation = { method: 'PUT', path: '/' };
const patch: Operation = { method: 'PATCH', path: '/' };
const post: Operation = { method: 'POST', path: '/' };

/** Whether reads and calls with a key are repeated, and whether other changes are. */
const rows: [what: string, error: ClientError, safe: boolean, unsafe: boolean][] = [
  ['a broken connection', network, true, false],
  ['a time-out', timeout, true, false],
  ['an aborted call', aborted, false, false],
  ['status 500', refused(500), true, false],
  ['status 503', refused(503, 'OVERLOADED'), true, false],
  ['status 408', refused(408), true, false],
  ['status 429', refused(429), true, true],
  ['status 400', refused(400), false, false],
  ['status 401', refused(401), false, false],
  ['status 404', refused(404), false, false],
  ['status 409', refused(409, 'NOT_IN_THIS_STATE'), false, false],
  ['status 422', refused(422), false, false],
  ['a change at the same time', refused(409, 'CHANGED_MEANWHILE'), true, false],
  ['an operation in progress', refused(409, 'OPERATION_IN_PROGRESS'), true, false],
  ['the error page of a proxy', unexpected(502), true, false],
  ['a page with status 200', unexpected(200), false, false],
  ['a redirect', unexpected(302), false, false],
];
for (const [what, error, safe, unsafe] of rows) {
  test(`${what}: ${safe ? 'repeats' : 'does not repeat'} what is safe`, () => {
    for (const one of [get, search, withKey]) assert.equal(mayRepeat(error, one), safe);
    for (const one of [put, patch, post]) assert.equal(mayRepeat(error, one), unsafe);
  });
}

test('the wait doubles up to five seconds, with jitter of half of it', () => {
  const waits = (chance: number) =>
    [1, 2, 3, 5, 6, 20].map((attempts) => delayMs(network, attempts, chance));
  assert.deepEqual(waits(0), [100, 200, 400, 1600, 2500, 2500]);
  assert.deepEqual(waits(1), [200, 400, 800, 3200, 5000, 5000]);
});

test('Retry-After is added, and a long one ends the call', () => {
  assert.equal(delayMs(refused(429, 'ANY', 3000), 1, 0), 3100);
  assert.equal(delayMs(refused(429, 'ANY', 30_000), 1, 0), 30_100);
  assert.equal(delayMs(refused(429, 'ANY', 30_001), 1, 0), undefined);
});

const date = 'Mon, 16 Nov 2026 10:00:00 GMT';
const headers: [header: string | null, date: string | null, ms: number | null][] = [
  [null, date, null],
  ['7', null, 7000],
  ['0', null, 0],
  ['Mon, 16 Nov 2026 10:00:07 GMT', date, 7000],
  ['Mon, 16 Nov 2026 09:00:00 GMT', date, 0],
  ['Mon, 16 Nov 2026 10:00:07 GMT', null, null],
  ['soon', date, null],
  ['-1', date, null],
];
for (const [header, answered, ms] of headers) {
  test(`Retry-After ${header} of an answer of ${answered} is ${ms} ms`, () => {
    assert.equal(retryAfterMs(header, answered), ms);
  });
}

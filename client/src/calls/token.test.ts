// The access token: one request for many callers, renewal before it expires, and clocks that are
// wrong, jump or stop.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccessToken } from '../generated/types.ts';
import type { Result } from '../result.ts';
import { givenToken, issuedToken } from './token.ts';
import { webRuntime } from './runtime.ts';

const failed: Result<AccessToken> = {
  ok: false,
  error: { kind: 'network', message: 'down', cause: undefined, attempts: 1, idempotencyKey: null },
};

function tokenFixture(lifeSeconds = 600) {
  const clock = { monotonic: 1000, wall: Date.parse('1999-01-01') };
  const state = { requests: 0, isDown: false, duringMs: 0 };
  const tokens = issuedToken(
    async () => {
      state.requests += 1;
      const number = state.requests;
      await Promise.resolve();
      clock.monotonic += state.duringMs;
      clock.wall += state.duringMs;
      if (state.isDown) return failed;
      const value: AccessToken = {
        access_token: `token-${number}`,
        token_type: 'Bearer',
        expires_in: lifeSeconds,
        resource: 'PAYMENT',
      };
      return { ok: true, value, traceId: null, isReplayed: false };
    },
    {
      ...webRuntime(undefined),
      monotonicMs: () => clock.monotonic,
      wallClockMs: () => clock.wall,
    },
  );
  const pass = (ms: number): void => {
    clock.monotonic += ms;
    clock.wall += ms;
  };
  const get = async (): Promise<string> => {
    const result = await tokens.get();
    return result.ok ? result.value : result.error.message;
  };
  return { clock, state, tokens, pass, get };
}

test('a hundred callers share one request', async () => {
  const { state, get } = tokenFixture();
  const values = await Promise.all(Array.from({ length: 100 }, get));
  assert.deepEqual([...new Set(values)], ['token-1']);
  assert.equal(state.requests, 1);
});

test('a token is used until a tenth of its life is left', async () => {
  const { pass, get } = tokenFixture(100);
  assert.equal(await get(), 'token-1');
  pass(89_999);
  assert.equal(await get(), 'token-1');
  pass(1);
  assert.equal(await get(), 'token-2');
});

test('a token of a day is renewed a minute before its end', async () => {
  const { pass, get } = tokenFixture(86_400);
  await get();
  pass(86_340_000 - 1);
  assert.equal(await get(), 'token-1');
  pass(1);
  assert.equal(await get(), 'token-2');
});

test('its life starts with the request, however long the answer takes', async () => {
  const { state, pass, get } = tokenFixture(100);
  state.duringMs = 50_000;
  assert.equal(await get(), 'token-1');
  pass(39_999);
  assert.equal(await get(), 'token-1');
  pass(1);
  assert.equal(await get(), 'token-2');
});

test('a wall clock that is set back does not keep a token too long', async () => {
  const { clock, get } = tokenFixture(100);
  await get();
  clock.wall -= 3_600_000;
  clock.monotonic += 90_000;
  assert.equal(await get(), 'token-2');
});

test('a clock that stops while the machine sleeps does not keep a token too long', async () => {
  const { clock, get } = tokenFixture(100);
  await get();
  clock.wall += 90_000;
  assert.equal(await get(), 'token-2');
});

test('a failed renewal does not matter while the token is valid', async () => {
  const { state, pass, get } = tokenFixture(100);
  await get();
  state.isDown = true;
  pass(95_000);
  assert.equal(await get(), 'token-1');
  pass(5_000);
  assert.equal(await get(), 'down');
  state.isDown = false;
  assert.equal(await get(), 'token-4');
});

test('a failed first request is an error, and the next caller asks again', async () => {
  const { state, get } = tokenFixture();
  state.isDown = true;
  assert.equal(await get(), 'down');
  state.isDown = false;
  assert.equal(await get(), 'token-2');
});

test('only the refused token is dropped, not a newer one', async () => {
  const { state, tokens, get } = tokenFixture();
  await get();
  tokens.drop('token-1');
  assert.equal(await get(), 'token-2');
  tokens.drop('token-1');
  assert.equal(await get(), 'token-2');
  assert.equal(state.requests, 2);
});

test('a given token is used as it is; a function is asked each time', async () => {
  const fixed = givenToken('fixed');
  assert.equal(fixed.canRenew, false);
  let count = 0;
  const asked = givenToken(() => `token-${(count += 1)}`);
  assert.equal(asked.canRenew, true);
  const values = [await fixed.get(), await asked.get(), await asked.get()];
  assert.deepEqual(
    values.map((one) => one.ok && one.value),
    ['fixed', 'token-1', 'token-2'],
  );
});

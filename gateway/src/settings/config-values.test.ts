// Tests that every limit can be set within its range, and nowhere outside it, and that the settings
// of a service for bank transfers and of a token service are complete.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BadConfig, rangedSettings, tokenService, transferService } from './config-values.ts';
import { open } from '../core/secret.ts';
import { eventRanges, type EventSettings } from '../events/settings.ts';
import { budgetRanges, type BudgetSettings } from '../http/budget/budget-settings.ts';
import { limitRanges, limitVariables } from '../http/system/limit-settings.ts';
import { standardLimits, type RequestLimits } from '../http/limits.ts';

/** Other settings needed for a value that would contradict a default. */
const company: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  BRAMKA_REQUEST_TIMEOUT_MS: { BRAMKA_HEADER_TIMEOUT_MS: '100' },
  BRAMKA_HEADER_TIMEOUT_MS: { BRAMKA_REQUEST_TIMEOUT_MS: '120000' },
  BRAMKA_CONNECTIONS_PER_ADDRESS: { BRAMKA_OPEN_REQUESTS_PER_ADDRESS: '0' },
  BRAMKA_OPEN_REQUESTS_PER_ADDRESS: { BRAMKA_CONNECTIONS_PER_ADDRESS: '0' },
};

test('the defaults are those of the contract', () => {
  const encryption = {
    encryptionKeyDays: 30,
    encryptionKeyKeepHours: 24,
    encryptedFieldSeconds: 600,
  };
  const events = { deliveryLogDays: 30, testEventsPerSecond: 1, replayedEventsPerSecond: 100 };
  const budgets: BudgetSettings = {
    guessesPerAgreement: 5,
    guessesPerMerchant: 50,
    guessesPerAddress: 100,
    searchMisses: 20,
    declinesPerAddress: 50,
    declinesPerOrder: 10,
    declinesPerRange: 100,
    declinesPerMerchant: 500,
    declineShare: 60,
    slowTriesPerMinute: 6,
    cardTriesPerSecond: 10,
  };
  const all = { ...standardLimits, ...budgets, ...encryption, ...events };
  assert.deepEqual(rangedSettings({}), all);
  assert.equal(standardLimits.bodyBytes, 64 * 1024);
});

for (const { field, name, min, max } of [...limitRanges, ...budgetRanges, ...eventRanges]) {
  test(`${name} accepts ${min} to ${max}`, () => {
    const read = (value: number): RequestLimits & BudgetSettings & EventSettings =>
      rangedSettings({ ...company[name], [name]: String(value) });
    assert.equal(read(min)[field], min);
    assert.equal(read(max)[field], max);
    const sentence = `${name} must be a whole number from ${min} to ${max}`;
    for (const value of [min - 1, max + 1]) assert.throws(() => read(value), { message: sentence });
  });
}

const contradictions: [env: Record<string, string>, sentence: RegExp][] = [
  [{ BRAMKA_REQUEST_TIMEOUT_MS: '4999' }, /^BRAMKA_REQUEST_TIMEOUT_MS must be at least/],
  [{ BRAMKA_CONNECTIONS_PER_ADDRESS: '500' }, /^BRAMKA_CONNECTIONS_PER_ADDRESS must be greater/],
];

for (const [env, sentence] of contradictions) {
  test(`${Object.entries(env).flat().join(' ')} is refused`, () => {
    assert.throws(
      () => rangedSettings(env),
      (error) => {
        assert.ok(error instanceof BadConfig);
        assert.match(error.message, sentence);
        return true;
      },
    );
  });
}

test('limits that differ by one are accepted', () => {
  assert.equal(rangedSettings({ BRAMKA_REQUEST_TIMEOUT_MS: '5000' }).requestTimeoutMs, 5000);
  const { connectionsPerAddress } = rangedSettings({ BRAMKA_CONNECTIONS_PER_ADDRESS: '501' });
  assert.equal(connectionsPerAddress, 501);
});

test('every limit has a variable with its default', () => {
  assert.deepEqual(
    limitVariables.map(([name]) => name).sort(),
    limitRanges.map(({ name }) => name).sort(),
  );
  assert.equal(limitVariables.length, Object.keys(standardLimits).length);
});

test('a service for bank transfers is complete, or not set at all', () => {
  const whole = { X_URL: 'https://pay.example', X_SERVICE_ID: '100047', X_KEY: 'the key' };
  assert.equal(transferService({}, 'X'), null);
  const found = transferService(whole, 'X');
  assert.deepEqual(
    [found?.url, found?.service.serviceId, found?.service.hashMethod],
    ['https://pay.example', '100047', 'SHA256'],
  );
  assert.equal(found && open(found.service.key), 'the key');
  assert.equal(transferService({ ...whole, X_HASH: 'SHA512' }, 'X')?.service.hashMethod, 'SHA512');
  const bad: [env: Record<string, string>, message: string][] = [
    [{ ...whole, X_KEY: '' }, 'X_URL needs X_KEY'],
    [{ ...whole, X_SERVICE_ID: '' }, 'X_URL needs X_SERVICE_ID'],
    [{ ...whole, X_URL: '' }, 'X_SERVICE_ID needs X_URL'],
    [{ ...whole, X_SERVICE_ID: '0' }, 'X_SERVICE_ID must be a number of 1 to 10 digits'],
    [{ ...whole, X_SERVICE_ID: '12345678901' }, 'X_SERVICE_ID must be a number of 1 to 10 digits'],
  ];
  for (const [env, message] of bad) assert.throws(() => transferService(env, 'X'), { message });
});

test('a token service is complete, or not set at all', () => {
  const bytes = Buffer.alloc(32, 7);
  const whole = { X_URL: 'https://vts.example', X_KEY: 'k', X_SECRET: bytes.toString('base64') };
  assert.equal(tokenService({}, 'X'), null);
  const found = tokenService(whole, 'X');
  assert.equal(found?.url, 'https://vts.example');
  assert.deepEqual(found && open(found.secret), bytes);
  const bad: [env: Record<string, string>, message: string][] = [
    [{ ...whole, X_KEY: '' }, 'X_URL needs X_KEY'],
    [{ ...whole, X_SECRET: '' }, 'X_URL needs X_SECRET'],
    [{ X_SECRET: whole.X_SECRET }, 'X_SECRET needs X_URL'],
    [{ ...whole, X_SECRET: 'c2hvcnQ=' }, 'X_SECRET must be 32 bytes in base64'],
  ];
  for (const [env, message] of bad) assert.throws(() => tokenService(env, 'X'), { message });
});

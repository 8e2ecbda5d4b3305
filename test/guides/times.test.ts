// The guide "Times" against the code: every number is computed from the sources and the defaults of
// the settings, so that a changed default makes the table fail.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { nextCheckAt } from '@bramka/gateway/providers/attempt.ts';
import { CHECK_MARGIN_MS } from '@bramka/gateway/assemble-payments.ts';
import { lifetimeSeconds } from '@bramka/gateway/auth/jwt.ts';
import { listVariables, readConfig } from '@bramka/gateway/config.ts';
import { JITTER, MAX_RETRY_AFTER_MS, pausesMs } from '@bramka/gateway/events/delivery/schedule.ts';
import { TIMEOUT_MS } from '@bramka/gateway/events/egress/egress.ts';
import { RETENTION_MS } from '@bramka/gateway/http/idempotency.ts';
import { standardLimits } from '@bramka/gateway/http/limits.ts';
import { jobs } from '@bramka/gateway/jobs.ts';
import { defaultSettings } from '@bramka/gateway/merchants/merchant.ts';
import { CACHE_MS } from '@bramka/gateway/merchants/merchant.store.ts';
import { usedSince } from '@bramka/gateway/payments/model/agreement.ts';
import { MAX_CLOCK_SKEW_MS } from '@bramka/gateway/payments/jobs/resolve.ts';
import { servedSince } from '@bramka/gateway/payments/model/served-since.ts';
import { DEFAULT_VALID_SECONDS } from '@bramka/gateway/payments/requests/new-payment.ts';
import { CONFIRM_MARGIN_MS } from '@bramka/gateway/methods/blik/blik.method.ts';
import { blikSettings } from '@bramka/gateway/methods/blik/settings.ts';
import { CODE_MS } from '@bramka/sandbox/blik/phone/phone.ts';
import { CUSTOMER_STEP_WAIT_MS } from '@bramka/gateway/payments/replies/customer-step.ts';
import { MAX_WAIT_SECONDS } from '@bramka/gateway/payments/endpoints/read-status.ts';
import { optionsSchema } from '@bramka/gateway/payments/fields/options.ts';
import { FINGERPRINT_LIMIT_MS } from '@bramka/gateway/threeds/create-threeds.ts';
import { tablesIn } from '../support/reference/markdown-tables.ts';

const guide = readFileSync(join(import.meta.dirname, '../../docs/guides/times.md'), 'utf8');
const rows = tablesIn(guide).flatMap((table) => table.rows);

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const config = readConfig({});
const { confirmMs } = config.methodSettings(blikSettings);
const inquiryMs = config.providerTimeoutMs + CHECK_MARGIN_MS;
const conclusiveMs = inquiryMs + config.providerMaxInFlightMs + MAX_CLOCK_SKEW_MS;
const noon = Date.parse('2026-07-15T12:00:00.000Z');
const monthsBefore = (at: number): number => {
  const then = new Date(at);
  return (2026 - then.getUTCFullYear()) * 12 + 6 - then.getUTCMonth();
};

/** In the order of the page: the time, and how its row begins. */
const expected: [time: string, what: string][] = [
  [inSeconds(standardLimits.headerTimeoutMs), 'sending the headers'],
  [inSeconds(standardLimits.requestTimeoutMs), 'sending a whole request'],
  [inSeconds(standardLimits.keepAliveTimeoutMs), 'an idle connection'],
  [inMinutes(lifetimeSeconds.PAYMENT * SECOND), 'an access token of resource PAYMENT'],
  [inHours(lifetimeSeconds.UNIVERSAL * SECOND), 'an access token of resource UNIVERSAL'],
  [inSeconds(CACHE_MS), 'changed settings'],
  [inHours(RETENTION_MS), 'the answer kept for an Idempotency-Key'],
  [inMinutes(config.encryptedFieldSeconds * SECOND), 'an encrypted card field, since its iat'],
  [inHours(config.encryptionKeyKeepHours * HOUR), 'the previous key for encrypted card fields'],
  [inSeconds(CUSTOMER_STEP_WAIT_MS), 'creation and completion wait'],
  [inSeconds(FINGERPRINT_LIMIT_MS), 'the fingerprint step'],
  [inSeconds(config.providerTimeoutMs), 'an answer of the directory server'],
  [inMinutes(config.challengeTimeoutMs), 'the customer’s challenge'],
  [inMinutes(config.securityCodeMs), 'a security code'],
  [inMinutes(CODE_MS), 'a BLIK code'],
  [inSeconds(confirmMs), 'the customer’s confirmation of a BLIK payment'],
  [inSeconds(confirmMs + CONFIRM_MARGIN_MS), 'a BLIK payment without a result'],
  [inMinutes(DEFAULT_VALID_SECONDS * SECOND), 'an unfinished payment'],
  [inSeconds(MAX_WAIT_SECONDS * SECOND), 'waiting for a change of the status'],
  [inSeconds(config.providerTimeoutMs), 'an answer of the acquirer'],
  [inSeconds(inquiryMs), 'the first inquiry'],
  [inSeconds(nextCheckAt(0, 0)), 'the next inquiry, then 4 s, 8 s'],
  [inMinutes(nextCheckAt(99, 0)), 'the longest pause'],
  [inSeconds(conclusiveMs), 'an authorization that the acquirer does not know'],
  [inSeconds(TIMEOUT_MS), 'your answer to a notification'],
  [
    inSeconds(pausesMs[0] ?? 0),
    `the first repeat, then ${pausesMs.slice(1).map(inUnits).join(', ')}`,
  ],
  [inHours(MAX_RETRY_AFTER_MS), 'a longer pause that your Retry-After asks for'],
  [`${defaultSettings.holdDays} days`, 'a preauthorization'],
  [`${monthsBefore(servedSince(noon))} months`, 'reading a payment'],
  [`${monthsBefore(usedSince(noon))} months`, 'a series of payments'],
];

function inSeconds(ms: number): string {
  return `${ms / SECOND} s`;
}
function inMinutes(ms: number): string {
  return `${ms / MINUTE} min`;
}
function inHours(ms: number): string {
  return `${ms / HOUR} h`;
}
/** In the largest unit that is whole. */
function inUnits(ms: number): string {
  if (ms % HOUR === 0) return inHours(ms);
  return ms % MINUTE === 0 ? inMinutes(ms) : inSeconds(ms);
}

test('has every time with the number of the code', () => {
  const begins = rows.map(([time, what = ''], position) => {
    const [, wanted = ''] = expected[position] ?? [];
    return [time, what.replaceAll("'", '’').startsWith(wanted) ? wanted : what];
  });
  assert.deepEqual(begins, expected);
});

test('names variables, settings and fields that exist', () => {
  const known = new Set([
    ...listVariables().map(([name]) => name),
    ...Object.keys(defaultSettings),
    ...Object.keys(optionsSchema.properties).map((name) => `options.${name}`),
  ]);
  for (const [, what = '', , changedBy = ''] of rows) {
    assert.ok(changedBy === '' || known.has(changedBy), `${what}: ${changedBy}`);
  }
});

test('says how far validTime goes, what the 74 seconds are and how exact deadlines are', () => {
  const { minimum, maximum } = optionsSchema.properties.validTime as unknown as {
    minimum: number;
    maximum: number;
  };
  const prose = guide.replace(/\s+/g, ' ');
  const most = `${maximum} (${(maximum * SECOND) / DAY} days)`;
  assert.ok(prose.includes(`in seconds, from ${minimum} to ${most}`));
  const parts = [inquiryMs, config.providerMaxInFlightMs, MAX_CLOCK_SKEW_MS].map(
    (ms) => ms / SECOND,
  );
  const sum =
    `The ${conclusiveMs / SECOND} seconds are ${parts[0]} until the first inquiry, ${parts[1]} ` +
    `that a request may still be on its way, and ${parts[2]} for clocks that differ.`;
  assert.ok(prose.includes(sum), sum);
  const providers = { list: [{ name: 'one' }] };
  const every = jobs({ providers } as never).filter(({ name }) =>
    ['resolve', 'end'].includes(name),
  );
  assert.deepEqual(
    every.map(({ everyMs }) => everyMs),
    [500, 500],
  );
  assert.ok(prose.includes('checked twice a second'));
});

test('the guide to notifications has the schedule of repeats', () => {
  const text = readFileSync(
    join(import.meta.dirname, '../../docs/guides/notifications.md'),
    'utf8',
  );
  const schedule = tablesIn(text).find(({ rows }) => rows[0]?.[0] === '2')?.rows ?? [];
  assert.deepEqual(
    schedule.map(([attempt, pause]) => [attempt, pause]),
    pausesMs.map((ms, place) => [String(place + 2), inUnits(ms)]),
  );
  const prose = text.replace(/\s+/g, ' ');
  assert.ok(prose.includes(`Each pause is up to ${JITTER * 100} % longer`));
  assert.ok(prose.includes(`After ${pausesMs.length + 1} attempts the event is FAILED`));
  assert.ok(prose.includes(`Answer within ${TIMEOUT_MS / SECOND} seconds`));
  assert.ok(guide.includes(`after ${pausesMs.length + 1} of them the event is FAILED`));
  assert.ok(guide.includes(`Each pause is up to ${JITTER * 100} % longer`));
});

test('the other guides give the same numbers', () => {
  const read = (name: string): string =>
    readFileSync(join(import.meta.dirname, `../../docs/guides/${name}.md`), 'utf8').replace(
      /\s+/g,
      ' ',
    );
  const known = [inquiryMs, conclusiveMs].map((ms) => `${ms / SECOND} seconds`);
  const [checkout, payments] = [read('build-a-checkout'), read('payments')];
  assert.deepEqual(
    [...checkout.matchAll(/after (?:about )?(\d\d seconds)/g)].map(([, time]) => time),
    [known[0], known[1], known[0], known[1]],
  );
  const waits = `waits up to ${CUSTOMER_STEP_WAIT_MS / SECOND} seconds for the issuer`;
  const operations = `up to ${config.providerTimeoutMs / SECOND} seconds for the acquirer`;
  assert.ok(checkout.includes(waits) && payments.includes(waits));
  assert.ok(checkout.includes(operations));
  assert.ok(payments.includes(`first after ${known[0]}, then after 2, 4, 8 and more`));
  assert.ok(payments.includes(`(about ${Math.ceil(conclusiveMs / SECOND / 5) * 5} seconds)`));
  assert.ok(payments.includes(`You may send ${standardLimits.merchantPerSecond} requests`));
  const lookups = `limited to ${standardLimits.cardLookupsPerSecond} requests per second`;
  assert.ok(payments.includes(lookups));
});

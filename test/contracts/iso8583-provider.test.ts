// Proves the ISO 8583 adapter over TCP against the simulated host, with message authentication
// codes. Response codes are longer here than in the standard, so that any reason fits.
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import { currencyNumeric } from '@bramka/gateway/core/currency.ts';
import { open, secret, type Secret } from '@bramka/gateway/core/secret.ts';
import { createCodec, type IsoCodec } from '@bramka/gateway/providers/iso8583/codec/codec.ts';
import { iso8583Provider } from '@bramka/gateway/providers/iso8583/iso8583.provider.ts';
import { networkMessages } from '@bramka/gateway/providers/iso8583/network-messages.ts';
import { builtInHosts } from '@bramka/gateway/providers/iso8583/profile/built-in-hosts.ts';
import { loadProfile } from '@bramka/gateway/providers/iso8583/profile/read-profile.ts';
import { traceNumbersOf } from '@bramka/gateway/providers/iso8583/trace-numbers.ts';
import { openLines } from '@bramka/gateway/providers/iso8583/wire/lines.ts';
import { openHost } from '@bramka/sandbox/iso8583/host.ts';
import { openAcquirerFixture } from '@bramka/sandbox/testing/acquirer-fixture.ts';
import { UNKNOWN_REASON, type Change } from '../support/providers/counterpart.ts';
import { openTcpWire } from '../support/providers/line/tcp-wire.ts';
import type { BadFault } from '../support/providers/line/wire.ts';
import { proveProvider } from '../support/providers/prove-provider.ts';
import { cardMeans } from '../support/providers/requests.ts';
import { until } from '../support/waiting/until.ts';

const folder = mkdtempSync(join(tmpdir(), 'bramka-iso8583-'));
after(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'host.json');
writeFileSync(file, JSON.stringify({ ...builtInHosts['iso1987'], fields: { 39: 'ans..20' } }));
const profile = loadProfile(file);

/** So many that each call of a test has a connection of its own, which can be lost alone. */
const CONNECTIONS = 10;

let rightKey: Secret<string> | undefined;

const macKeyOf = (key: Secret<string>): Secret<string> =>
  secret(createHash('sha256').update(open(key)).digest('hex').slice(0, 32));
const codecOf = (key: Secret<string>): IsoCodec => createCodec(profile.packager, macKeyOf(key));

/** The message with other fields; undefined removes one. */
function withFields(
  message: string,
  fields: Readonly<Record<number, string | undefined>>,
  key: Secret<string>,
): string {
  const codec = codecOf(key);
  const { type, fields: all } = codec.read(Buffer.from(message, 'latin1'));
  const changed = new Map(all);
  for (const [number, value] of Object.entries(fields)) {
    if (value === undefined) changed.delete(Number(number));
    else if (changed.has(Number(number))) changed.set(Number(number), value);
  }
  return codec.write({ type, fields: changed }).toString('latin1');
}

function rewriteAnswer(answer: string, change: Change, key: Secret<string>): string {
  const { attemptId, amount, reason } = change;
  const numbers = attemptId === undefined ? undefined : traceNumbersOf(attemptId);
  const fields = {
    ...(numbers ? { 7: numbers.sentAt, 37: numbers.rrn } : {}),
    ...(amount ? { 4: String(amount.minor).padStart(12, '0') } : {}),
    ...(amount ? { 49: currencyNumeric(amount.currency) ?? '' } : {}),
    ...(reason === undefined ? {} : { 39: reason }),
  };
  // Only what an answer states about its request can be compared.
  return withFields(answer, fields, key);
}

const without = (field: number): BadFault => ({
  name: `the answer has no field ${field}`,
  answer: ({ status, body }) => ({
    status,
    body: rightKey ? withFields(body, { [field]: undefined }, rightKey) : body,
  }),
  why: 'garbage',
});

/** What is not an answer to the request is ignored, and the right one is waited for. */
const ignored = (what: string, change: (right: string, request: string) => string): BadFault => ({
  name: `the answer is ${what}`,
  answer: ({ status, body }, request) => ({ status, body: change(body, request) }),
  isIgnored: true,
  why: 'timeout',
});

const faults: readonly BadFault[] = [
  { name: 'the request is lost', arrives: 0, answer: 'late', why: 'timeout' },
  { name: 'the answer is late', answer: 'late', why: 'timeout' },
  { name: 'the connection closes first', arrives: 0, answer: 'hangup', why: 'connection' },
  { name: 'the connection closes before the answer', answer: 'hangup', why: 'connection' },
  { name: 'the connection closes in the answer', answer: 'cut', why: 'connection' },
  without(4),
  without(39),
  ignored('nothing', () => ''),
  ignored('a web page', () => '<!doctype html><html><h1>It works!</h1></html>'),
  ignored('half of the answer', (right) => right.slice(0, right.length / 2)),
  ignored('the answer twice', (right) => right + right),
  ignored('the request', (_right, request) => request),
  ignored('of another key', (right) =>
    rightKey
      ? codecOf(secret('another key'))
          .write(codecOf(rightKey).read(Buffer.from(right, 'latin1')))
          .toString('latin1')
      : right,
  ),
];

proveProvider({
  name: 'iso8583',
  means: ['PAN', 'NETWORK_TOKEN'],
  followUps: ['capture', 'adjust', 'reverse', 'refund'],
  inquiry: 'reverses',
  line: { open: openTcpWire, faults },
  connect({ url, key, timeoutMs }) {
    const network = networkMessages('1987', systemClock);
    const lines = openLines({
      hosts: [{ host: '127.0.0.1', port: Number(new URL(url).port) }],
      connections: CONNECTIONS,
      echoEveryMs: 600_000,
      tls: null,
      codec: codecOf(key),
      messages: network,
      timeoutMs,
      clock: systemClock,
      log: { warn: () => undefined },
    });
    const isRight = key === rightKey;
    const adapter = iso8583Provider({
      name: 'iso8583',
      profile,
      acceptor: {
        terminalId: 'TERM0001',
        cardAcceptorId: 'SHOP00000000001',
        mcc: '5399',
        country: '616',
        acquirerId: '400000',
      },
      lines: {
        async request(message) {
          // With another key no connection is signed on, and nothing is sent.
          if (isRight) await until(() => lines.ready() === CONNECTIONS, 'every connection');
          return lines.request(message);
        },
      },
      network,
      clock: systemClock,
      timeoutMs,
      maxInFlightMs: 60_000,
    });
    return { adapter, close: () => lines.close() };
  },
  async open(key) {
    rightKey = key;
    const { acquirer, ...fixture } = await openAcquirerFixture('memory');
    const host = openHost({
      acquirer,
      wire: { call: (_verb, work) => work() },
      macKey: macKeyOf(key),
      packager: profile.packager,
      port: 0,
    });
    return {
      url: `tcp://127.0.0.1:${await host.port}`,
      approved: { means: cardMeans('4111111111111111') },
      declined: { means: cardMeans('4000000000009995') },
      async account({ paymentId }) {
        const rows = await acquirer.chargesOf(paymentId);
        const made = rows.filter(
          ({ verb, result }) => verb === 'authorize' && result === 'APPROVED',
        );
        const sum = (name: 'authorizedMinor' | 'capturedMinor' | 'refundedMinor') =>
          made.reduce((total, row) => total + row[name], 0n);
        return {
          charges: made.length,
          authorizedMinor: sum('authorizedMinor'),
          takenMinor: sum('capturedMinor'),
          returnedMinor: sum('refundedMinor'),
        };
      },
      async close() {
        await host.close();
        await fixture.close();
      },
    };
  },
  rejectCodes: {
    '05': 'DO_NOT_HONOR',
    '14': 'INVALID_CARD',
    '51': 'INSUFFICIENT_FUNDS',
    '58': 'CARD_RESTRICTED',
    '91': 'ISSUER_UNAVAILABLE',
    '1A': 'SCA_REQUIRED',
    [UNKNOWN_REASON]: 'DO_NOT_HONOR',
  },
  keepsCodes: true,
  elsewhere: ['58', '91'],
  statesAmounts: true,
  rewriteAnswer,
});

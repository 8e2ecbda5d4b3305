// Tests of the settings of an ISO 8583 host, and of a gateway whose host is not there.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { systemClock } from '../../core/clock.ts';
import { BadConfig, settingsReader } from '../../settings/read-settings.ts';
import type { ConnectContext } from '../../settings/connection.ts';
import { createCodec } from './codec/codec.ts';
import { createPackager } from './codec/packager.ts';
import { iso8583Connection } from './connection.ts';
import { openHost } from './testing/iso-host.ts';
import { authorizationOf } from './testing/iso-requests.ts';

const complete = {
  BRAMKA_ISO8583_HOSTS: '127.0.0.1:1',
  BRAMKA_ISO8583_CARD_ACCEPTOR_ID: 'SHOP1',
  BRAMKA_ISO8583_TERMINAL_ID: 'TERM1',
  BRAMKA_ISO8583_MCC: '5399',
  BRAMKA_ISO8583_ACQUIRER_ID: '400000',
};

function configure(env: Record<string, string>, isProduction = false) {
  const reader = settingsReader(env, isProduction);
  return { configured: iso8583Connection.configure(reader), reader };
}

function contextWith(warnings: string[], timeoutMs = 60_000): ConnectContext {
  const warn = (_facts: object, message: string) => void warnings.push(message);
  const context = { clock: systemClock, timeoutMs, maxInFlightMs: 1_000, isProduction: false };
  return { ...context, log: { warn, error: warn } } as unknown as ConnectContext;
}

test('is off without addresses, and needs its ids', () => {
  assert.equal(configure({}).configured, null);
  const { reader } = configure({ BRAMKA_ISO8583_HOSTS: 'h:1' });
  assert.match(reader.incomplete.join(), /needs BRAMKA_ISO8583_CARD_ACCEPTOR_ID, BRAMKA_ISO8583_T/);
});

for (const [hosts, isRight] of [
  ['h:1,other.example:65535', true],
  ['[::1]:8583', true],
  ['h', false],
  ['h:0', false],
  ['h:65536', false],
  ['h:1,', false],
  ['http://h:1', false],
] as const) {
  test(`${hosts} is ${isRight ? 'a' : 'not a'} list of addresses`, () => {
    const { reader } = configure({ ...complete, BRAMKA_ISO8583_HOSTS: hosts });
    assert.equal(reader.badValues.length, isRight ? 0 : 1, reader.badValues.join());
  });
}

test('a key for codes is 32 hexadecimal digits', () => {
  const { reader } = configure({ ...complete, BRAMKA_ISO8583_MAC_KEY: 'secret' });
  assert.match(reader.badValues.join(), /MAC_KEY must be 32 hexadecimal digits/);
});

test('a packager or an authority that cannot be used stops the start', async () => {
  for (const name of ['PACKAGER', 'CA_FILE']) {
    const env = { ...complete, [`BRAMKA_ISO8583_${name}`]: '/nowhere/file' };
    const { configured } = configure(env);
    await assert.rejects(
      async () => configured?.connect(contextWith([])),
      (error) => {
        assert.ok(error instanceof BadConfig);
        assert.match(error.message, new RegExp(`^BRAMKA_ISO8583_${name}: .*/nowhere/file`));
        return true;
      },
    );
  }
});

test('a host that is down does not stop the start; nothing is sent', async () => {
  const warnings: string[] = [];
  const { configured } = configure(complete);
  const connected = await configured?.connect(contextWith(warnings, 200));
  assert.ok(connected);
  assert.ok(warnings.includes('no connection to the ISO 8583 host yet'));
  const outcome = await connected.adapter.authorize(authorizationOf());
  assert.deepEqual(outcome, { kind: 'unknown', why: 'not-sent' });
  assert.deepEqual(await connected.adapter.check?.(), { kind: 'unknown', why: 'not-sent' });
  await connected.close();
});

test('the brackets around an IPv6 address are not part of it', async () => {
  const facts: unknown[] = [];
  const { configured } = configure({ ...complete, BRAMKA_ISO8583_HOSTS: '[::1]:1' });
  const log = { warn: (fact: object) => void facts.push(fact) };
  const context = { ...contextWith([], 200), log } as unknown as ConnectContext;
  const connected = await configured?.connect(context);
  await connected?.close();
  const [{ err } = {}] = facts as { err?: { address?: string } }[];
  assert.equal(err?.address, '::1');
});

test('the first payment after the start finds a connection', async () => {
  const host = await openHost(createCodec(createPackager({ version: '1987' }), null));
  const { configured } = configure({
    ...complete,
    BRAMKA_ISO8583_HOSTS: `127.0.0.1:${host.port}`,
  });
  const connected = await configured?.connect(contextWith([]));
  const outcome = await connected?.adapter.authorize(authorizationOf());
  assert.equal(outcome?.kind, 'approved');
  assert.equal(connected?.adapter.installationAccount, 'SHOP1');
  await connected?.close();
  assert.equal(host.received.filter(({ fields }) => fields.get(70) === '002').length, 2);
  await host.close();
});

test('production uses TLS unless it is off', async () => {
  const host = await openHost(createCodec(createPackager({ version: '1987' }), null));
  const address = { BRAMKA_ISO8583_HOSTS: `127.0.0.1:${host.port}` };
  const warnings: string[] = [];
  const connectedWith = async (env: object) =>
    configure({ ...complete, ...address, ...env }, true).configured?.connect(
      contextWith(warnings, 200),
    );
  const secure = await connectedWith({});
  assert.equal(host.received.length, 0, 'nothing is sent in clear');
  await secure?.close();
  const plain = await connectedWith({ BRAMKA_ISO8583_TLS: 'off' });
  assert.ok(host.received.length > 0);
  await plain?.close();
  await host.close();
});

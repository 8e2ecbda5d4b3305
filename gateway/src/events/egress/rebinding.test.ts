// Tests that production never connects to an address that is not public, whatever names resolve to
// and however often the answer changes. The receiver counts connections, so a single one is seen.
import assert from 'node:assert/strict';
import type { LookupFunction } from 'node:net';
import { after, before, test } from 'node:test';
import { buildConnector } from 'undici';
import { freePort } from '@bramka/test/setup/free-port.ts';
import * as behaviours from '@bramka/test/support/receivers/behaviours.ts';
import { openReceiver, type Receiver } from '@bramka/test/support/receivers/receiver.ts';
import { createEgress } from './egress.ts';
import type { Resolve } from './resolve.ts';

/** Public by its number; no test connects to it. */
const PUBLIC = '192.0.1.1';

let receiver: Receiver;
before(async () => {
  receiver = await openReceiver(behaviours.accept);
});
after(() => receiver.close());

/** Answers in turn; the last one stays. */
function turns(...answers: readonly (readonly string[])[]): Resolve & { calls: () => number } {
  let calls = 0;
  const resolve = (): Promise<readonly string[]> => {
    const given = answers[Math.min(calls, answers.length - 1)] ?? [];
    calls += 1;
    return Promise.resolve(given);
  };
  return Object.assign(resolve, { calls: () => calls });
}

const refused: [what: string, answer: readonly string[]][] = [
  ['a loopback address', ['127.0.0.1']],
  ['a loopback address after a public one', [PUBLIC, '127.0.0.1']],
  ['a loopback address before a public one', ['127.0.0.1', PUBLIC]],
  ['the IPv6 loopback address', ['::1']],
  ['an IPv4-mapped address', ['::ffff:127.0.0.1']],
  ['the metadata address', ['169.254.169.254']],
  ['text that is no address', ['localhost']],
];
for (const [what, addresses] of refused) {
  test(`a name with ${what} is refused`, async () => {
    const options = { allowsPrivate: false, requiresHttps: false };
    const sender = createEgress({ ...options, resolve: turns(addresses) });
    const got = await sender.post(`http://shop.example:${receiver.port}/`, {}, '{}');
    assert.deepEqual(
      [got.cause, got.answer],
      ['ADDRESS', 'shop.example has an address that is not public.'],
    );
    await sender.close();
    assert.equal(receiver.connections(), 0);
  });
}

/** Opens sockets to this machine, whatever the lookup of the gateway has found. */
function toThisMachine(port: number): typeof buildConnector {
  return (settings = {}) => {
    const { lookup } = settings as { lookup: LookupFunction };
    const connect = buildConnector({
      ...settings,
      lookup: (host, options, callback) =>
        lookup(host, options, (error, addresses) => {
          assert.deepEqual(addresses, error ? [] : [{ address: PUBLIC, family: 4 }]);
          if (error) callback(error, []);
          else callback(null, [{ address: '127.0.0.1', family: 4 }]);
        }),
    });
    return (target, callback) => connect({ ...target, port: String(port) }, callback);
  };
}

test('a name is resolved once per connection, and each answer is checked', async () => {
  const resolve = turns([PUBLIC], ['127.0.0.1']);
  // Nothing leaves this machine: nobody answers at the public address.
  const sender = createEgress({
    allowsPrivate: false,
    requiresHttps: false,
    resolve,
    buildConnector: toThisMachine(await freePort()),
  });
  const url = `http://shop.example:${receiver.port}/`;
  assert.equal((await sender.post(url, {}, '{}')).cause, 'CONNECT');
  assert.equal(resolve.calls(), 1);
  for (let times = 0; times < 5; times += 1) {
    assert.equal((await sender.post(url, {}, '{}')).cause, 'ADDRESS');
  }
  assert.equal(resolve.calls(), 6);
  await sender.close();
  assert.equal(receiver.connections(), 0);
});

/** The receiver as a host on the internet: its sockets show its public address. */
function publicReceiver(port: number): typeof buildConnector {
  return (settings) => {
    const connect = toThisMachine(port)(settings);
    return (target, callback) =>
      connect(target, (...[error, socket]) => {
        if (error) callback(error, null);
        else callback(null, Object.defineProperty(socket, 'remoteAddress', { value: PUBLIC }));
      });
  };
}

test('a kept connection stays; once it is lost, the changed answer is refused', async (t) => {
  const resolve = turns([PUBLIC], ['127.0.0.1']);
  const own = await openReceiver(behaviours.accept);
  t.after(() => own.close());
  const sender = createEgress({
    allowsPrivate: false,
    requiresHttps: false,
    connectionsPerOrigin: 1,
    resolve,
    buildConnector: publicReceiver(own.port),
  });
  const post = () => sender.post(`http://shop.example:${own.port}/`, {}, '{}');
  for (let times = 0; times < 3; times += 1) assert.equal((await post()).cause, 'STATUS');
  assert.equal(resolve.calls(), 1);
  own.behave = behaviours.reset;
  assert.equal((await post()).cause, 'RESET');
  own.behave = behaviours.accept;
  for (let times = 0; times < 3; times += 1) assert.equal((await post()).cause, 'ADDRESS');
  assert.deepEqual([resolve.calls(), own.connections()], [4, 1]);
  await sender.close();
});

test('the address connected to is checked, whatever the lookup has returned', async (t) => {
  const own = await openReceiver(behaviours.accept);
  t.after(() => own.close());
  const causes = { true: 'STATUS', false: 'ADDRESS' };
  for (const allowsPrivate of [true, false]) {
    const sender = createEgress({
      allowsPrivate,
      requiresHttps: false,
      resolve: turns([PUBLIC]),
      buildConnector: toThisMachine(own.port),
    });
    const got = await sender.post('http://shop.example/', {}, '{}');
    assert.equal(got.cause, causes[`${allowsPrivate}`]);
    if (!allowsPrivate) assert.equal(got.answer, 'The address connected to is not public.');
    await sender.close();
  }
  assert.equal(own.received.length, 1);
});

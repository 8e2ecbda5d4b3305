// Tests that production never connects to an address that is not public, whatever names resolve to
// and however often the answer changes. The receiver counts connections, so a single one is seen.
import assert from 'node:assert/strict';
import { connect as connectTcp, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { freePort } from '@bramka/test/setup/free-port.ts';
import * as behaviours from '@bramka/test/support/receivers/behaviours.ts';
import { openReceiver, type Receiver } from '@bramka/test/support/receivers/receiver.ts';
import { watchOpening, type OpenTarget } from './connector.ts';
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

test('a name is resolved once per connection, and each answer is checked', async () => {
  const resolve = turns([PUBLIC], ['127.0.0.1']);
  const closed = await freePort();
  // Nothing leaves this machine: nobody answers at the public address.
  const open = ({ addresses }: OpenTarget): Socket => {
    assert.deepEqual(addresses, [PUBLIC]);
    return connectTcp(closed, '127.0.0.1');
  };
  const sender = createEgress({ allowsPrivate: false, requiresHttps: false, resolve, open });
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

/** The receiver as a host on the internet: it is reached by its public address only. */
function openPublic({ port, addresses }: OpenTarget): Socket {
  assert.deepEqual(addresses, [PUBLIC]);
  const socket = connectTcp(port, '127.0.0.1');
  return Object.defineProperty(socket, 'remoteAddress', { get: () => PUBLIC });
}

test('a kept connection stays; once it is lost, the changed answer is refused', async () => {
  const resolve = turns([PUBLIC], ['127.0.0.1']);
  const own = await openReceiver(behaviours.accept);
  const sender = createEgress({
    allowsPrivate: false,
    requiresHttps: false,
    connectionsPerOrigin: 1,
    resolve,
    open: openPublic,
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
  await own.close();
});

test('the address connected to is checked, whatever the lookup has returned', async () => {
  for (const allowsPrivate of [true, false]) {
    const socket = connectTcp(receiver.port, '127.0.0.1');
    const ended = await new Promise((resolve) => {
      const fail = (cause: string, message: string): void => resolve([cause, message]);
      const end = (): void => resolve('connected');
      watchOpening(socket, { isTls: false, allowsPrivate, end, fail });
    });
    const refusal = ['ADDRESS', 'The address connected to is not public.'];
    assert.deepEqual(ended, allowsPrivate ? 'connected' : refusal);
    socket.destroy();
  }
});

// Variables of the environment do not change where and how notifications are sent. They act on a
// whole process, so each case runs in its own.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { after, test } from 'node:test';
import { deadAddress } from '../support/loopback-server.ts';
import { accept } from '../support/receivers/behaviours.ts';
import { receiverCertificates } from '../support/receivers/certificates.ts';
import { openReceiver, type Receiver, type TlsFiles } from '../support/receivers/receiver.ts';
import { LONGEST_WAIT_MS } from '../support/waiting/until.ts';

const module = import.meta.resolve('@bramka/gateway/events/egress/egress.ts');

const receivers: Receiver[] = [];
after(() => Promise.all(receivers.map((one) => one.close())));

async function receive(tls?: TlsFiles): Promise<Receiver> {
  const made = await openReceiver(accept, tls);
  receivers.push(made);
  return made;
}

/** The cause of the answer to a notification that another process sends. */
async function causeWith(env: Record<string, string>, url: string): Promise<string> {
  const script = `
    import { createEgress } from ${JSON.stringify(module)};
    const egress = createEgress({ allowsPrivate: true, requiresHttps: false });
    const got = await egress.post(${JSON.stringify(url)}, {}, '{}');
    console.log(got.cause);
    await egress.close();`;
  const words = ['--no-warnings', '--input-type=module', '--eval', script];
  const child = spawn(process.execPath, words, { env, timeout: LONGEST_WAIT_MS });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await once(child, 'close');
  return output.trim();
}

test('proxies of the environment are not used', async () => {
  const receiver = await receive();
  const dead = await deadAddress();
  const names = ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'ALL_PROXY'];
  const env = Object.fromEntries(names.map((name) => [name, dead]));
  assert.equal(await causeWith({ ...env, NODE_USE_ENV_PROXY: '1' }, receiver.url), 'STATUS');
  assert.equal(receiver.received.length, 1);
});

test('certificates are checked whatever the environment says', async () => {
  const receiver = await receive(receiverCertificates().good);
  assert.equal(await causeWith({ NODE_TLS_REJECT_UNAUTHORIZED: '0' }, receiver.url), 'TLS');
  assert.equal(receiver.received.length, 0);
});

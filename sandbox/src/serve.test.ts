// Tests of the sandbox as a separate process: it starts on its own, drains on SIGTERM, and refuses
// to run in production.
import { equal, match } from 'node:assert/strict';
import { spawn, type ChildProcessWithoutNullStreams as Child } from 'node:child_process';
import { createHmac, hkdfSync } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { text } from 'node:stream/consumers';
import { createIds } from '@bramka/gateway/core/id.ts';
import { systemClock } from '@bramka/gateway/core/clock.ts';
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { secret } from '@bramka/gateway/core/secret.ts';
import { programEnvironment } from '@bramka/test/setup/program-environment.ts';
import { commandOf } from '@bramka/test/setup/programs.ts';
import { authorizeRequest } from './testing/acquirer-fixture.ts';
import { areqOf } from './testing/acs-fixture.ts';
import { createSafe } from './tokens/numbers.ts';

// From the sources, as a user starts it.
const { command, args } = commandOf('sandbox', {});

function run(env: Record<string, string>): Child {
  return spawn(command, args, { env: { ...programEnvironment(), ...env } });
}

async function addressOf(child: Child): Promise<string> {
  let printed = '';
  for await (const chunk of child.stdout) {
    printed += String(chunk);
    const found = /(http:\S+)/.exec(printed);
    if (found?.[1]) return found[1];
  }
  throw new Error(`the sandbox did not start: ${await text(child.stderr)}`);
}

test('refuses to run in production, with one sentence', async () => {
  const child = run({ BRAMKA_ENV: 'production' });
  const exited = once(child, 'exit');
  const said = await text(child.stderr);
  equal((await exited)[0], 1);
  match(said, /^bramka: the sandbox cannot start: it does not run in production[^\n]*\n$/);
});

test('refuses an address that is not http or https, with one sentence', async () => {
  const child = run({ PORT: '0', BRAMKA_SANDBOX_URL: 'sandbox.example' });
  const exited = once(child, 'exit');
  const said = await text(child.stderr);
  equal((await exited)[0], 1);
  match(said, /^bramka: the sandbox cannot start: BRAMKA_SANDBOX_URL must be an http[^\n]*\n$/);
});

test('answers, stops on SIGTERM, and has its charges after a restart', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'bramka-sandbox-'));
  const env = { PORT: '0', BRAMKA_DATA_DIR: directory, BRAMKA_ACQUIRER_KEY: 'sesame' };
  const request = authorizeRequest(createIds(systemClock, systemRandom));
  const ask = async (verb: string): Promise<string> => {
    const child = run(env);
    const exited = once(child, 'exit');
    const answer = await fetch(`${await addressOf(child)}/${verb}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer sesame' },
      body: JSON.stringify(request),
    });
    const said = await answer.text();
    child.kill('SIGTERM');
    equal((await exited)[0], 0);
    return said;
  };
  try {
    const first = await ask('authorize');
    match(first, /"result":"APPROVED"/);
    equal(await ask('inquire'), first);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test('serves the directory server, the ACS and its pages, and delivers results', async () => {
  const child = run({ PORT: '0' });
  const exited = once(child, 'exit');
  const acquirer = await addressOf(child);
  const base = acquirer.replace(/\/acquirer$/, '');
  const post = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await (await fetch(`${base}${path}`, init)).json()) as Record<string, string>;
  };
  const results: string[] = [];
  const receiver = createServer((request, response) => {
    void text(request).then((body) => {
      results.push(`${request.url} ${body}`);
      response.writeHead(401).end();
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  try {
    const ids = createIds(systemClock, systemRandom);
    const threeDSServerURL = `http://127.0.0.1:${port}/v1/ecommerce/notifications/acs/status?key=1`;
    const ares = await post('/directory/visa', areqOf(ids, { threeDSServerURL }));
    equal(ares['acsURL'], `${base}/acs/challenge`);
    const page = await fetch(`${base}/acs/challenge/${ares['acsTransID']}`);
    match(page.headers.get('content-type') ?? '', /text\/html/);
    const end = await post(`/acs/challenges/${ares['acsTransID']}`, { action: 'approve' });
    equal(end['transStatus'], 'Y');
    match(results.join(), /acs\/status\?key=1 .*"messageType":"RReq".*"transStatus":"Y"/);
  } finally {
    receiver.close();
    child.kill('SIGTERM');
  }
  equal((await exited)[0], 0);
});

test('serves the token services with a key and a shared secret, and signs its news', async () => {
  const shared = Buffer.alloc(32, 9);
  const child = run({
    PORT: '0',
    BRAMKA_TOKENS_KEY: 'sesame',
    BRAMKA_TOKENS_SECRET_KEY: shared.toString('base64'),
  });
  const exited = once(child, 'exit');
  const base = (await addressOf(child)).replace(/\/acquirer$/, '');
  const received: { signature: string; body: string }[] = [];
  const receiver = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ signature: String(request.headers['signature']), body });
      response.writeHead(200).end();
    });
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const { port } = receiver.address() as AddressInfo;
  const post = async (path: string, body: object, authorization = 'Bearer sesame') => {
    const headers = { 'content-type': 'application/json', authorization };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${base}/tokens${path}`, init);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  try {
    const requestId = createIds(systemClock, systemRandom).next();
    const card = { requestId, number: '4111111111111111', expiry: '203912' };
    const request = {
      requestId,
      merchantId: '10000001',
      encCardInfo: await createSafe(secret(shared), systemRandom).encrypt(card),
      notificationUrl: `http://127.0.0.1:${port}/v1/ecommerce/notifications/tokens/status`,
    };
    equal((await post('/vts/provision', request, 'Bearer wrong')).status, 401);
    const { token } = (await post('/vts/provision', request)).body as {
      token: { instrumentRef: string };
    };
    equal((await post(`/api/tokens/${token.instrumentRef}/suspend`, {})).status, 200);
    const [{ signature = '', body = '' } = {}] = received;
    // As the guide describes it, without the code of the gateway.
    const info = 'bramka token service signature';
    const key = Buffer.from(hkdfSync('sha256', shared, '', info, 32));
    const [, seconds = '', mac = ''] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
    equal(mac, createHmac('sha256', key).update(`${seconds}.${body}`).digest('hex'));
    match(body, /"scheme":"VTS".*"sequence":1,"status":"SUSPENDED"/);
  } finally {
    receiver.close();
    child.kill('SIGTERM');
  }
  equal((await exited)[0], 0);
});

test('refuses a provider that it does not simulate, with all that it does', async () => {
  const child = run({ PORT: '0', BRAMKA_SANDBOX_PROVIDERS: 'acquirer,moon' });
  const exited = once(child, 'exit');
  const said = await text(child.stderr);
  equal((await exited)[0], 1);
  match(
    said,
    /^bramka: the sandbox cannot start: BRAMKA_SANDBOX_PROVIDERS: moon is not one of acq/,
  );
});

// A party of the sandbox is one folder and one line: a toy party from a fixture folder is added to
// the list, and everything that loops over the list knows it.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sandboxLaunch } from '@bramka/cli/start/sandbox-launch.ts';
import { readConfig } from '@bramka/gateway/config.ts';
import { launch, type ConnectedProviders, type Launched } from '@bramka/gateway/launch.ts';
import { parties } from '@bramka/sandbox/parties.ts';
import { toyParty } from '../support/toy-party/party.ts';
import { until } from '../support/waiting/until.ts';

let gateway: Launched;
let connected: ConnectedProviders;
let directory: string;

before(async () => {
  directory = mkdtempSync(join(tmpdir(), 'bramka-toy-party-'));
  const env = { PORT: '0', BRAMKA_DATA_DIR: directory, BRAMKA_LOG_LEVEL: 'silent' };
  const { options } = sandboxLaunch([...parties, toyParty]);
  gateway = await launch({
    config: readConfig(env),
    ...options,
    async connectProviders(context) {
      connected = await options.connectProviders(context);
      return connected;
    },
  });
});
after(async () => {
  await gateway?.close();
  rmSync(directory, { recursive: true, force: true });
});

type Reply = { status: number; body: Record<string, unknown> };

async function ask(method: string, path: string, body?: object): Promise<Reply> {
  const headers = { 'content-type': 'application/json' };
  const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
  const answer = await fetch(`${gateway.url}${path}`, init);
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

test('its HTTP API is served, with a table of its own that a reset empties', async () => {
  const drawn = { status: 200, body: { number: 42, draws: 1 } };
  assert.deepEqual(await ask('POST', '/sandbox/lottery/draw', {}), drawn);
  assert.equal((await ask('POST', '/sandbox/reset')).status, 200);
  assert.deepEqual(await ask('POST', '/sandbox/lottery/draw', {}), drawn);
});

test('it can use another party', async () => {
  const { status, body } = await ask('GET', '/sandbox/lottery/keys');
  assert.equal(status, 200);
  assert.ok(Object.keys(body).length > 0);
});

test('its triggers are in the catalogue', async () => {
  const { body } = await ask('GET', '/sandbox/triggers');
  const ownTriggers = (body as unknown as { provider: string }[]).filter((one) => {
    return one.provider === 'lottery';
  });
  assert.deepEqual(ownTriggers, [{ group: 'Seeds of the lottery', ...toyParty.triggers[0] }]);
});

test('its faults can be set, and those it does not support are refused', async () => {
  const path = '/sandbox/faults';
  const refused: [body: object, field: string, message: RegExp][] = [
    [{ timeout: true }, 'timeout', /is not supported for provider lottery; use outage/],
    [{ outage: true, verbs: ['capture'] }, 'verbs', /must be one of draw for provider lottery/],
  ];
  for (const [fault, field, message] of refused) {
    const { status, body } = await ask('POST', path, { provider: 'lottery', ...fault });
    const [detail] = body['details'] as { field: string; message: string }[];
    assert.deepEqual([status, detail?.field], [400, field]);
    assert.match(detail?.message ?? '', message);
  }
  await ask('POST', path, { provider: 'lottery', outage: true, verbs: ['draw'], remaining: 1 });
  assert.equal((await ask('POST', '/sandbox/lottery/draw', {})).status, 503);
  assert.equal((await ask('POST', '/sandbox/lottery/draw', {})).status, 200);
});

test('its routes are documented', async () => {
  const { body } = await ask('GET', '/openapi.json');
  const paths = body['paths'] as Record<string, unknown>;
  assert.ok(paths['/sandbox/lottery/draw']);
  const text = JSON.stringify(paths['/sandbox/faults']);
  assert.match(text, /The lottery\./);
  assert.match(text, /lottery: draw a number\./);
});

test('only its open pages are served to other sites', async () => {
  const status = (path: string, method: string): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const headers = { origin: 'https://shop.example' };
      const asked = request(`${gateway.url}${path}`, { method, headers }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      asked.on('error', reject);
      asked.end();
    });
  assert.equal(await status('/sandbox/lottery/poster', 'GET'), 200);
  assert.equal(await status('/sandbox/lottery/draw', 'POST'), 403);
});

test('its adapter is among the providers of the gateway, and its job runs', async () => {
  assert.ok(connected.providers.some(({ name }) => name === 'lottery'));
  const runs = async (): Promise<unknown> =>
    (await ask('GET', '/sandbox/lottery/runs')).body['runs'];
  await until(async () => Number(await runs()) > 1, 'the job to run twice');
});

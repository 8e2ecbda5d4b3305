// Tests which answers get the script that reloads a page, and that production
// never has it.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import fastify from 'fastify';
import type { PageHost } from '@bramka/gateway/http/pages/page-host.ts';
import type { Launched } from '@bramka/gateway/launch.ts';
import { runCommand } from '../program.ts';
import { liveReload } from './live-reload.ts';

const pagePolicy = "default-src 'none'; script-src 'self'; connect-src 'self'";
const page = '<!doctype html><html><body><p>Pay</p></body></html>';
const script = '<script src="/dev/reload.js" data-version="v1"></script></body>';

describe('the script that reloads a page', () => {
  const cases: readonly (readonly [
    what: string,
    answer: { readonly policy?: string; readonly type?: string; readonly text?: string },
    method: 'GET' | 'POST',
    isAdded: boolean,
  ])[] = [
    ['is at the end of a page that allows it', {}, 'GET', true],
    ['is not in a page that answers a form', {}, 'POST', false],
    ['is not in a page without scripts', { policy: "default-src 'none'" }, 'GET', false],
    [
      'is not in a page that may run only scripts with a hash',
      { policy: "script-src 'sha256-x'; connect-src 'self'" },
      'GET',
      false,
    ],
    ['is not in a page that may call nothing', { policy: "script-src 'self'" }, 'GET', false],
    ['is not in a part of a page', { text: '<p>Pay</p>' }, 'GET', false],
    ['is not in JSON', { type: 'application/json', text: '{"x":"</body>"}' }, 'GET', false],
  ];
  for (const [
    what,
    { policy = pagePolicy, type = 'text/html', text = page },
    method,
    isAdded,
  ] of cases) {
    test(what, async () => {
      const app = fastify();
      app.route({
        method,
        url: '/page',
        handler: (request, reply) =>
          reply
            .header('content-security-policy', policy)
            .header('accepted', String(request.headers['accept-encoding']))
            .type(type)
            .send(text),
      });
      liveReload(() => 'v1')(app, {} as PageHost);
      const headers = { 'accept-encoding': 'br' };
      const answer = await app.inject({ method, url: '/page', headers });
      assert.equal(answer.payload, isAdded ? text.replace('</body>', script) : text);
      assert.equal(answer.headers['content-security-policy'], policy);
      assert.equal(answer.headers['content-length'], String(answer.payload.length));
      // Otherwise the page would arrive compressed here.
      assert.equal(answer.headers['accepted'], 'undefined');
      await app.close();
    });
  }

  test('and the version that it asks for come from the own origin', async () => {
    const app = fastify();
    liveReload(() => 'v2')(app, {} as PageHost);
    const file = await app.inject('/dev/reload.js');
    assert.match(String(file.headers['content-type']), /^text\/javascript/);
    assert.match(file.payload, /fetch\('\/dev\/version'\)/);
    const version = await app.inject('/dev/version');
    assert.deepEqual([version.payload, version.headers['cache-control']], ['v2', 'no-store']);
    await app.close();
  });
});

test('production never has it', async () => {
  const scratch = mkdtempSync(join(tmpdir(), 'bramka-reload-'));
  after(() => rmSync(scratch, { recursive: true, force: true }));
  let launched: Launched | undefined;
  const code = await runCommand(['start'], {
    env: {
      PORT: '0',
      BRAMKA_ENV: 'production',
      BRAMKA_LOG_LEVEL: 'silent',
      BRAMKA_DATA_DIR: scratch,
      BRAMKA_ADMIN_KEY: 'the key of one who operates it',
      BRAMKA_MASTER_KEY: randomBytes(32).toString('base64'),
      BRAMKA_ACQUIRER_URL: 'http://127.0.0.1:1/acquirer',
    },
    print: () => undefined,
    printError: (text) => assert.fail(text),
    serve: (started) => (launched = started),
    addToSandbox: liveReload(() => 'v1'),
  });
  assert.equal(code, 0);
  const answer = await fetch(`${launched?.url ?? ''}/dev/version`);
  await launched?.close();
  assert.equal(answer.status, 404);
});

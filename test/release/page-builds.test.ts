// Two versions of the payment page behind one balancer: the page of each works with the scripts
// that a node of the other version sends.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { copyTree, filesOf } from '../prove/copy-tree.ts';
import { startGateway, type Gateway } from '../support/gateway.ts';
import { createInstallation, skipOn, type Installation } from '../support/installation.ts';
import { addMerchantClient, bodyOf, type MerchantClient } from '../support/life/payments.ts';
import { openDatabaseOf } from '../support/life/consistency.ts';
import { runSql } from '../support/engines.ts';

const root = join(import.meta.dirname, '..', '..');

interface Script {
  readonly path: string;
  readonly integrity: string;
}

/** The next version: the same sources with another text on the page. */
function makeNextVersion(): string {
  const files = filesOf(root).filter((file) => !/^(test|bench|examples)\//.test(file));
  const folder = copyTree(root, files);
  const texts = join(folder, 'paywall/src/page/texts/en.ts');
  const changed = readFileSync(texts, 'utf8').replace("'Pay", "'Now pay");
  assert.notEqual(changed, readFileSync(texts, 'utf8'));
  writeFileSync(texts, changed);
  return folder;
}

describe('two versions of the payment page', { skip: skipOn('postgres') }, () => {
  let installation: Installation;
  let nextVersion: string;
  let nodes: readonly [Gateway, Gateway];
  let shop: MerchantClient;
  before(async () => {
    installation = await createInstallation('postgres');
    nextVersion = makeNextVersion();
    const program = { command: join(nextVersion, 'bin/bramka'), args: [] };
    nodes = [await startGateway({ installation }), await startGateway({ installation, program })];
    shop = await addMerchantClient(nodes[0]);
  });
  after(async () => {
    await Promise.all((nodes ?? []).map((node) => node.kill9()));
    await installation?.remove();
    rmSync(nextVersion, { recursive: true, force: true });
  });

  async function scriptsOfPage(node: Gateway): Promise<Script[]> {
    const page = { channel: 'PAYWALL', instrument: null, method: null };
    const { redirectURL } = bodyOf(await shop.create({}, page));
    const html = await node.call('GET', new URL(String(redirectURL)).pathname);
    assert.equal(html.status, 200);
    const found = html.text.matchAll(/(?:src|href)="(\/pay\/assets\/[^"]+)" integrity="([^"]+)"/g);
    return [...found].map(([, path = '', integrity = '']) => ({ path, integrity }));
  }

  for (const [here, there] of [
    [0, 1],
    [1, 0],
  ] as const) {
    const name = here === 0 ? 'this version' : 'the next version';
    test(`the page of ${name} gets its scripts from the other one`, async () => {
      const scripts = await scriptsOfPage(nodes[here]);
      assert.ok(scripts.length >= 2, 'the script and the texts');
      const others = await scriptsOfPage(nodes[there]);
      for (const { path, integrity } of scripts) {
        assert.ok(
          others.every((other) => other.path !== path),
          'the versions differ',
        );
        const reply = await nodes[there].call('GET', path);
        assert.equal(reply.status, 200, path);
        const digest = createHash('sha384').update(reply.text).digest('base64');
        assert.equal(`sha384-${digest}`, integrity);
        assert.match(reply.headers.get('cache-control') ?? '', /immutable/);
        assert.match(reply.headers.get('content-type') ?? '', /^text\/javascript/);
      }
    });
  }

  test('a script that somebody wrote into the database is not sent', async () => {
    const content = JSON.stringify([['page.js', 'steal();']]);
    const build = createHash('sha256').update(content).digest('base64url');
    const database = await openDatabaseOf(installation);
    await runSql(
      database,
      `insert into page_builds (build, content, mark, kept_at)
       values ($1, $2, '\\x00', '2026-11-18T00:00:00Z')`,
      [build, content],
    );
    await database.close();
    for (const node of nodes) {
      const reply = await node.call('GET', `/pay/assets/${build}/page.js`);
      assert.equal(reply.status, 404);
      assert.equal(reply.headers.get('cache-control'), 'no-store');
    }
  });
});

// The package `bramka` as users get it: its files, its dependencies, and every server and the main
// commands from an empty folder, without the sources and without a network.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, readlinkSync } from 'node:fs';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { demoMerchants } from '@bramka/gateway/merchants/demo.ts';
import {
  installPacked,
  ownPackage,
  readPackage,
  runToEnd,
  serve,
  type Installed,
} from './installed.ts';

/** Every file of the package is of one of these kinds. */
const kinds: [what: string, form: RegExp, atLeast: number][] = [
  ['the bundle', /^lib\/[\w-]+\.js$/, 2],
  ['the payment page', /^paywall\/built\/[\w.]+\.(js|css)(\.br|\.gz)?$/, 18],
  ['migrations', /^(gateway|sandbox|sandbox\/src\/\w+)\/migrations\/\d{4}-[\w-]+\.sql$/, 40],
  ['what is run in their place', /^gateway\/migrations\/online\/\d{4}-[\w-]+\.sql$/, 3],
  ['pages of /docs', /^docs\/(guides|reference)\/[\w-]+\.md$/, 20],
  ['examples of /docs', /^(examples\/shop\/\w+\.\w+|docs\/vectors\/notifications\.json)$/, 5],
  ['scripts for browsers', /^(client|(gateway|sandbox)\/src\/\w+)\/browser\/[\w-]+\.js$/, 5],
  [
    'single files',
    new RegExp(
      '^(package\\.json|(docs/)?README\\.md|LICENSE|bin/bramka|sandbox/data/bins\\.csv|' +
        'gateway/(embedded/prepared\\.tgz|examples/recorded\\.json)|' +
        'paywall/built/(manifest\\.json|preact-LICENSE))$',
    ),
    10,
  ],
];

describe('the packed gateway', () => {
  let installed: Installed;
  let bundle = '';
  before(() => {
    installed = installPacked();
    const { files, packageFolder } = installed;
    const scripts = files.filter((file) => file.startsWith('lib/'));
    bundle = scripts.map((file) => readFileSync(join(packageFolder, file), 'utf8')).join('\n');
  });
  after(() => installed && rmSync(installed.folder, { recursive: true, force: true }));

  test('is written beside the client, and their sizes are printed', () => {
    const { version } = ownPackage;
    const row = (name: string) =>
      `${name}-${version}\\.tgz +[\\d.]+ MB packed +[\\d.]+ MB unpacked`;
    assert.match(installed.printed, new RegExp(`${row('bramka')}.*\\n +${row('bramka-client')}`));
    assert.ok(existsSync(join(installed.folder, 'packages', `bramka-client-${version}.tgz`)));
  });

  test('contains what production needs and nothing else', () => {
    const { files } = installed;
    assert.deepEqual(
      files.filter((file) => !kinds.some(([, form]) => form.test(file))),
      [],
    );
    for (const [what, form, atLeast] of kinds) {
      assert.ok(files.filter((file) => form.test(file)).length >= atLeast, what);
    }
    assert.doesNotMatch(bundle, /node:test|sourceMappingURL/);
  });

  test('depends on exactly the packages that it imports, in the versions of the tests', () => {
    const statement = /^(?:import|export|\})[^"'\n]*["']([^"'\n]+)["'];$/gm;
    const call = /\b(?:import|require)\("([^"\n]+)"\)/g;
    const specifiers = [statement, call].flatMap((form) => [...bundle.matchAll(form)]);
    const names = specifiers
      .map(([, specifier = '']) => specifier)
      .filter((specifier) => !/^(node:|\.)/.test(specifier))
      .map((specifier) => /^(@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '');
    const { dependencies, optionalDependencies } = readPackage(installed.packageFolder);
    const { 'light-my-request': pinned, ...imported } = dependencies;
    assert.deepEqual([...new Set(names)].sort(), Object.keys(imported).sort());
    assert.equal(pinned, ownPackage.overrides?.['light-my-request']);
    assert.deepEqual(optionalDependencies, ownPackage.optionalDependencies);
    for (const [name, version] of Object.entries(dependencies)) {
      const used = readPackage(join(installed.folder, 'node_modules', name)).version;
      assert.equal(version, used, name);
    }
  });

  test('contains every file and folder that its code names', () => {
    const form = /new URL\(\s*"([^"]+)",\s*new URL\("([^"]+)", import\.meta\.url\)\.href\s*\)/g;
    const named = [...bundle.matchAll(form)].map(([, path = '', source = '']) =>
      join(installed.packageFolder, 'lib', source, '..', path),
    );
    assert.ok(named.length >= 12, named.join('\n'));
    const missing = named.filter((path) => !existsSync(path));
    // Where a clone keeps what the package contains.
    const kept = ['bramka-embedded/', 'bramka-paywall/'];
    assert.deepEqual(
      missing.sort(),
      kept.map((name) => join(installed.packageFolder, 'node_modules/.cache', name)),
    );
  });

  test('needs Node.js 24 and says so', () => {
    const packageFolder = join(installed.folder, 'without/node_modules/bramka');
    cpSync(join(installed.packageFolder, 'bin'), join(packageFolder, 'bin'), { recursive: true });
    mkdirSync(join(packageFolder, 'old'));
    writeFileSync(join(packageFolder, 'old/node'), '#!/bin/sh\necho v20.19.0\n', { mode: 0o755 });
    const env = { PATH: `${join(packageFolder, 'old')}:/usr/bin:/bin` };
    const { status, stderr } = spawnSync(join(packageFolder, 'bin/bramka'), {
      env,
      encoding: 'utf8',
    });
    assert.deepEqual([status, stderr.split(':')[0]], [1, 'bramka needs Node.js 24']);
  });

  test('prints its version and its help', async () => {
    const version = await runToEnd(installed, ['--version']);
    assert.deepEqual(version, { code: 0, stdout: `${ownPackage.version}\n`, stderr: '' });
    assert.match((await runToEnd(installed, ['--help'])).stdout, /^Usage: bramka /);
  });

  test('serves the simulated providers', async () => {
    const env = { BRAMKA_DATA_DIR: '' };
    const sandbox = await serve(installed, ['sandbox'], /(http:\S+)\/acquirer/, env);
    const roots = await fetch(`${sandbox.url}/wallets/roots/apple.pem`);
    assert.match(await roots.text(), /BEGIN CERTIFICATE/);
    await sandbox.stop();
  });

  test('takes payments, serves the payment page and the documentation', async () => {
    const gateway = await serve(installed, ['start'], /API +(http:\S+)\/v1\/ecommerce/);
    const env = { BRAMKA_URL: gateway.url, PORT: new URL(gateway.url).port };
    if (existsSync(join(installed.folder, `node_modules/node-linux-${process.arch}`))) {
      const program = readlinkSync(`/proc/${gateway.pid}/exe`);
      assert.match(program, /\/node_modules\/node-linux-\w+\/bin\/node$/);
    }

    for (const words of [['19.99'], ['19.99', '--encrypt']]) {
      const paid = await runToEnd(installed, ['pay', ...words], env);
      assert.equal(paid.code, 0, paid.stderr);
      assert.match(paid.stdout, /COMPLETED\n$/);
    }

    const link = await makeLink(gateway.url);
    await checkPage(gateway.url, link);
    const verified = await runToEnd(installed, ['page', 'verify', '--sandbox', gateway.url], env);
    assert.match(verified.stdout, /\nThe page is that of this version\.\n$/);
    const page = await serve(installed, ['paywall'], /on (http:\S+)/, {
      BRAMKA_GATEWAY_URL: gateway.url,
    });
    await checkPage(page.url, link);
    await page.stop();

    const endpoint = '/docs/reference/endpoints/postPayment';
    for (const path of ['/', '/docs', '/docs/guides/build-a-checkout', endpoint]) {
      const reply = await fetch(`${gateway.url}${path}`);
      assert.deepEqual([reply.status, (await reply.text()).includes('<h1')], [200, true], path);
    }
    const document = (await (await fetch(`${gateway.url}/openapi.json`)).json()) as {
      info: { description: string };
    };
    assert.ok(document.info.description.startsWith(`Bramka ${ownPackage.version},`));

    const doctor = await runToEnd(installed, ['doctor'], env);
    assert.deepEqual([doctor.code, doctor.stderr], [0, ''], doctor.stdout);
    assert.match(doctor.stdout, /\nEverything is in order\.\n$/);
    await gateway.stop();
  });
});

/** The path of a payment link. */
async function makeLink(url: string): Promise<string> {
  const [demo] = demoMerchants;
  const post = async (path: string, body: object, token?: string) => {
    const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const headers = { 'content-type': 'application/json', ...authorization };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const reply = await fetch(`${url}/v1/ecommerce/${path}`, init);
    return (await reply.json()) as Record<string, string>;
  };
  const merchant = { merchantId: demo?.merchantId };
  const { access_token: token } = await post('auth', { merchant, secret: demo?.apiSecret });
  const order = { amount: 12.34, currency: 'PLN' };
  const { redirectURL = '' } = await post('payment', { channel: 'PAYWALL', order }, token);
  return new URL(redirectURL).pathname;
}

/** The page is rendered, and its scripts are those that it names. */
async function checkPage(origin: string, path: string): Promise<void> {
  const page = await fetch(`${origin}${path}`, { headers: { 'accept-language': 'en' } });
  const html = await page.text();
  assert.equal(page.status, 200, html);
  assert.match(html, /Pay PLN\s12\.34/);
  const scripts = [...html.matchAll(/(?:src|href)="(\/pay\/assets\/[^"]+\.js)"[^>]*/g)];
  assert.ok(scripts.length >= 2, html);
  for (const [tag, source] of scripts) {
    const reply = await fetch(`${origin}${source}`);
    assert.match(reply.headers.get('content-type') ?? '', /^text\/javascript/);
    const bytes = Buffer.from(await reply.arrayBuffer());
    const hash = createHash('sha384').update(bytes).digest('base64');
    assert.ok(tag.includes(`integrity="sha384-${hash}"`), tag);
  }
}

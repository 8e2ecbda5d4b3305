// Checks the import rule over all source files, and that the checker finds planted violations.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findImportCycles } from './import-cycles.ts';
import { importsOf, wrongImport } from './import-rule.ts';
import { packageRules } from './steps.ts';
import { assertTidy, readSources, readText, sourceOf } from '../source.ts';

// With fewer files than this the sources were not found, and the rule would pass trivially.
const minFiles = 20;
const minImports = 30;

const sources = readSources();
const imports = sources.flatMap(importsOf);

test('finds the source files of the repository', () => {
  assert.ok(sources.length >= minFiles, `only ${sources.length} files were found`);
  assert.ok(imports.length >= minImports, `only ${imports.length} imports were found`);
  const paths = new Set(sources.map((source) => source.path));
  const lost = imports.filter((found) => /\.[jt]s$/.test(found.target) && !paths.has(found.target));
  assert.deepEqual(
    lost.map((found) => `${found.from.path}:${found.line} ${found.specifier}`),
    [],
  );
});

test('every workspace has a rule', () => {
  const { workspaces } = JSON.parse(readText('package.json')) as { workspaces: string[] };
  assert.deepEqual(Object.keys(packageRules).sort(), workspaces.sort());
});

for (const name of ['gateway', 'sandbox', 'paywall']) {
  test(`every module of the ${name} has a step`, () => {
    const paths = sources.map((source) => source.path.split('/').slice(0, 3));
    const modules = paths.filter(
      ([packageFolder, folder]) => packageFolder === name && folder === 'src',
    );
    const listed = packageRules[name]?.order?.steps.flat() ?? [];
    const unknown = modules
      .map(([, , module = '']) => module.replace(/\.test\.ts$/, '.ts'))
      .filter((module) => !listed.includes(module));
    assert.ok(modules.length > 0);
    assert.deepEqual([...new Set(unknown)], []);
  });
}

test('imports leftwards only', () => {
  assertTidy(imports.flatMap(wrongImport));
});

test('has no import cycles', () => {
  assertTidy(findImportCycles(imports));
});

// From a module of the gateway up to the root of the repository.
const top = '../'.repeat(3);

const rows: [path: string, specifier: string, verdict: 'fine' | RegExp][] = [
  ['gateway/src/payments/jobs/resolve.ts', '../../core/money.ts', 'fine'],
  ['gateway/src/payments/jobs/resolve.ts', '../model/payment.ts', 'fine'],
  ['gateway/src/payments/jobs/resolve.ts', './purge.ts', 'fine'],
  ['gateway/src/payments/model/payment.ts', '../jobs/resolve.ts', /a folder left of it/],
  ['gateway/src/payments/links/links.ts', '../watching/status-watch.ts', /a folder left of it/],
  ['gateway/src/payments/model/payment.test.ts', '../jobs/resolve.ts', 'fine'],
  ['gateway/src/payments/attic/box.ts', '../model/payment.ts', /in paymentSteps/],
  ['gateway/src/payments/endpoints/create.ts', '../../methods/registry.ts', 'fine'],
  ['gateway/src/payments/jobs/resolve.ts', '../../refunds/refund.ts', /refunds is right of it/],
  ['gateway/src/core/money.ts', '../storage/database.ts', /storage is right of it/],
  ['gateway/src/core/money.ts', '../app.ts', /app.ts is right of it/],
  ['gateway/src/refunds/refund.ts', '../tokenizer/tokenize.ts', /connected in app.ts/],
  ['gateway/src/http/server.ts', '../worker/loop.ts', /connected in app.ts/],
  ['gateway/src/routes.ts', './jobs.ts', /connected in app.ts/],
  ['gateway/src/routes.ts', './payments/endpoints/create.ts', 'fine'],
  ['gateway/src/app.ts', './config.ts', 'fine'],
  ['gateway/src/launch.ts', './app.ts', 'fine'],
  ['gateway/src/app.ts', './launch.ts', /launch.ts is right of it/],
  ['gateway/src/vault/seal.ts', '../config.ts', /passed in by app.ts/],
  ['gateway/src/vault/seal.test.ts', '../app.ts', 'fine'],
  ['gateway/src/app.test.ts', './launch.ts', 'fine'],
  ['gateway/src/vault/seal.test.ts', '@bramka/test/support/database.ts', 'fine'],
  ['gateway/src/vault/seal.ts', '@bramka/test/support/database.ts', /may not import/],
  ['gateway/src/vault/seal.test.ts', '@bramka/sandbox/bank.ts', /may not import/],
  ['gateway/src/vault/seal.ts', './seal.test.ts', /a separate file/],
  ['gateway/src/attic/box.ts', '../core/money.ts', /add a step/],
  ['gateway/src/vault/seal.ts', '@bramka/gateway/core/money.ts', /a relative path/],
  ['gateway/src/vault/seal.ts', '@bramka/sandbox/bank.ts', /gateway may not import/],
  ['gateway/src/vault/seal.ts', `${top}sandbox/src/bank.ts`, /@bramka\/… between/],
  ['gateway/src/vault/seal.ts', `${top}elsewhere/bank.ts`, /inside the packages/],
  ['sandbox/src/acs/bank.ts', '@bramka/gateway/core/money.ts', 'fine'],
  ['sandbox/src/acs/bank.ts', '@bramka/gateway/http/server.ts', 'fine'],
  ['sandbox/src/acs/bank.ts', '@bramka/gateway/threeds/messages/message.ts', 'fine'],
  ['sandbox/src/acs/bank.ts', '@bramka/gateway/threeds/messages/fields.ts', /may not import/],
  ['sandbox/src/acs/bank.ts', '@bramka/gateway/threeds/result.ts', /sandbox may not import/],
  ['sandbox/src/acquirer/bank.ts', '@bramka/gateway/providers/plain/messages.ts', 'fine'],
  ['sandbox/src/acquirer/bank.ts', '@bramka/gateway/providers/attempt.ts', /may not import/],
  [
    'sandbox/src/acquirer/bank.ts',
    '@bramka/gateway/providers/plain/transport.ts',
    /may not import/,
  ],
  ['sandbox/src/acquirer/party.ts', '@bramka/gateway/providers/plain/transport.ts', 'fine'],
  ['sandbox/src/acquirer/party.ts', '@bramka/gateway/providers/attempt.ts', /may not import/],
  ['sandbox/src/iso8583/host.ts', '@bramka/gateway/providers/iso8583/codec/codec.ts', 'fine'],
  ['sandbox/src/iso8583/host.ts', '@bramka/gateway/providers/iso8583/answers.ts', /may not import/],
  ['sandbox/src/acs/bank.ts', '@bramka/gateway/payments/payment.ts', /sandbox may not import/],
  ['sandbox/src/acs/bank.ts', '@bramka/cli/main.ts', /sandbox may not import/],
  ['sandbox/src/directory/range.ts', '../acs/card.ts', 'fine'],
  ['sandbox/src/acs/card.ts', '../directory/range.ts', /connected in compose.ts; directory is/],
  ['sandbox/src/c2p/bank.ts', '../directory/range.ts', /connected in compose.ts or by a job/],
  ['sandbox/src/acs/card.ts', '../control/fault.ts', /control is right of it/],
  ['sandbox/src/acs/card.test.ts', '../directory/range.ts', 'fine'],
  ['sandbox/src/compose.ts', './serve.ts', /serve.ts is right of it/],
  ['paywall/src/server/paywall.ts', '../page/state.ts', 'fine'],
  ['paywall/src/page/state.ts', '../server/api.ts', /server is right of it/],
  ['paywall/src/page/state.ts', '../browser/store.ts', /browser is right of it/],
  ['paywall/src/server/api.ts', '@bramka/gateway/core/id.ts', /paywall may not import/],
  ['cli/src/start.ts', '@bramka/gateway/app.ts', 'fine'],
  ['cli/src/start.ts', '@bramka/sandbox/bank.ts', 'fine'],
  ['bench/src/main.ts', '@bramka/test/setup/postgres.ts', 'fine'],
  ['test/journeys/card.test.ts', '@bramka/cli/start.ts', 'fine'],
];

for (const [path, specifier, expected] of rows) {
  const verb = expected === 'fine' ? 'lets' : 'stops';
  test(`${verb} ${path} import ${specifier}`, () => {
    const planted = sourceOf(path, `import { a } from '${specifier}';`);
    const findings = importsOf(planted).flatMap(wrongImport);
    assert.equal(findings.length, expected === 'fine' ? 0 : 1);
    if (expected !== 'fine') assert.match(findings[0]?.instead ?? '', expected);
  });
}

test('counts type imports, re-exports, dynamic imports and bare imports', () => {
  const text = [
    `import type { A } from '../app.ts';`,
    `export { b } from '../app.ts';`,
    `import '../app.ts';`,
    // In two parts, so that nobody takes these for imports of this file.
    `const c = await ${'import'}('../app.ts');`,
    `let d: ${'import'}('../app.ts').D;`,
    `import fastify from 'fastify';`,
  ].join('\n');
  const findings = importsOf(sourceOf('gateway/src/core/a.ts', text)).flatMap(wrongImport);
  assert.deepEqual(
    findings.map((finding) => finding.line),
    [1, 2, 3, 4, 5],
  );
});

test('finds a cycle of three files and of one, and none in a diamond', () => {
  const cycles = (modules: Record<string, string[]>) => {
    const planted = Object.entries(modules).flatMap(([name, targets]) => {
      const text = targets.map((target) => `import './${target}.ts';\n`).join('');
      return importsOf(sourceOf(`cli/src/${name}.ts`, text));
    });
    return findImportCycles(planted).map((finding) => finding.problem.replaceAll('cli/src/', ''));
  };
  assert.deepEqual(cycles({ top: ['a'], a: ['b'], b: ['c'], c: ['a'] }), [
    'closes the import cycle a.ts → b.ts → c.ts → a.ts',
  ]);
  assert.deepEqual(cycles({ a: ['a'] }), ['closes the import cycle a.ts → a.ts']);
  assert.deepEqual(cycles({ top: ['a', 'b'], a: ['base'], b: ['base'] }), []);
});

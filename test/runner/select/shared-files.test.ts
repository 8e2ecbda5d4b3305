// Which test files share a process: the rule on planted modules, and on the real ones.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { importsOf } from '../../tidy/imports/import-rule.ts';
import { readSources, root } from '../../tidy/source.ts';
import { createImportGraph, importsIn } from './import-graph.ts';
import { createClassifier, systemRule, type SharingRule } from './shared-files.ts';

const test1 = 'gateway/src/core/one.test.ts';

/** Line starts are joined here, so that the rule does not take planted imports for real ones. */
function planted(modules: Record<string, readonly string[]>, rule?: SharingRule) {
  const sources = new Map(Object.entries(modules).map(([path, lines]) => [path, lines.join('\n')]));
  const read = (path: string): string => {
    const text = sources.get(path);
    if (text === undefined) throw new Error(`no ${path}`);
    return text;
  };
  return createClassifier(createImportGraph('', read), rule);
}

describe('a test file', () => {
  const rows: [title: string, line: string, reason: RegExp | undefined][] = [
    ['that computes', "import { createHash } from 'node:crypto';", undefined],
    ['that imports types only', "import type { Socket } from 'node:net';", undefined],
    ['that asks what an address is', "import { isIP } from 'node:net';", undefined],
    ['that reads the environment', 'const seed = process.env.SEED;', undefined],
    ['that compares the environment', "if (process.env.SEED === '1') skip();", undefined],
    ['that connects', "import { connect } from 'node:net';", /imports node:net$/],
    ['that imports all of a module', "import * as net from 'node:net';", /imports node:net$/],
    ['that starts a process', "import { spawn } from 'node:child_process';", /child_process$/],
    ['that starts a thread', "import { Worker } from 'node:worker_threads';", /worker_threads$/],
    ['that opens a database', "import { Client } from 'pg';", /imports pg$/],
    ['that opens an embedded database', "import { PGlite } from '@electric-sql/pglite';", /pglite/],
    ['that loads an unknown package', "import 'some-package';", /imports some-package$/],
    ['that imports what cannot be read off', 'await import(name);', /a computed address$/],
    ['that listens', 'await server.listen({ port: 0 });', /listens on a port$/],
    ['that sets a variable', "process.env['SEED'] = '1';", /sets process\.env$/],
    ['that sets a variable by name', 'process.env.SEED ??= seed;', /sets process\.env$/],
    ['that sets variables', 'Object.assign(process.env, settings);', /sets process\.env$/],
    ['that removes a variable', 'delete process.env.SEED;', /sets process\.env$/],
    ['that ends the process', 'process.exit(1);', /ends or changes the process$/],
    ['that goes elsewhere', "process.chdir('..');", /ends or changes the process$/],
    ['that handles signals', "process.once('SIGTERM', stop);", /listens to the process$/],
    ['that sets a global variable', 'globalThis.fetch = fake;', /sets a global variable$/],
    ['that replaces timers', 'mock.timers.enable();', /replaces methods or timers$/],
  ];
  for (const [title, line, reason] of rows) {
    test(`${title} ${reason ? 'gets a process of its own' : 'shares one'}`, () => {
      const found = planted({ [test1]: [line] }).reasonAgainst(test1);
      if (reason) assert.match(found ?? '', reason);
      else assert.equal(found, undefined);
    });
  }

  test('is judged by everything it loads, whatever the way', () => {
    const helper = ["export { open } from '@bramka/gateway/storage/open.ts';"];
    const classifier = planted({
      [test1]: ["import { help } from '@bramka/test/support/help.ts';"],
      'test/support/help.ts': helper,
      'gateway/src/storage/open.ts': ["const { Client } = await import('pg');"],
    });
    assert.equal(classifier.reasonAgainst(test1), 'gateway/src/storage/open.ts imports pg');
  });

  test('may load modules that load each other', () => {
    const classifier = planted({
      [test1]: ["import './a.ts';"],
      'gateway/src/core/a.ts': ["import './b.ts';"],
      'gateway/src/core/b.ts': ["import './a.ts';"],
    });
    assert.equal(classifier.reasonAgainst(test1), undefined);
  });

  test('that imports a file which is not there gets a process of its own, where it fails', () => {
    const found = planted({ [test1]: ["import './gone.ts';"] }).reasonAgainst(test1);
    assert.equal(found, 'gateway/src/core/gone.ts cannot be read');
  });
});

describe('a whole-system test file', () => {
  const gateway = "import { startGateway } from '@bramka/test/support/gateway.ts';";
  const rows: [title: string, line: string, reason: RegExp | undefined][] = [
    ['that opens a database', "import { Client } from 'pg';", undefined],
    ['that listens', 'await server.listen({ port: 0 });', undefined],
    ['that borrows', "import '@bramka/test/support/pool/launch-gateway.ts';", undefined],
    ['that starts a gateway', gateway, undefined],
    ['that starts a process', "import { spawn } from 'node:child_process';", undefined],
    ['that starts a thread', "import { Worker } from 'node:worker_threads';", /worker_threads$/],
    ['that sets a variable', "process.env['SEED'] = '1';", /sets process\.env$/],
    ['that handles signals', "process.once('SIGTERM', stop);", /listens to the process$/],
  ];
  for (const [title, line, reason] of rows) {
    test(`${title} ${reason ? 'gets a process of its own' : 'shares one'}`, () => {
      const start = ["import { spawn } from 'node:child_process';"];
      const modules = { [test1]: [line], 'test/support/gateway.ts': start };
      const found = planted(modules, systemRule).reasonAgainst(test1);
      if (reason) assert.match(found ?? '', reason);
      else assert.equal(found, undefined);
    });
  }
});

describe('the real test files', () => {
  const sources = readSources();
  const graph = createImportGraph(root);
  const classifier = createClassifier(graph);
  const tests = sources.filter(({ isTest }) => isTest).map(({ path }) => path);

  test('are told apart', () => {
    const shared = tests.filter((path) => classifier.reasonAgainst(path) === undefined);
    assert.ok(shared.includes('gateway/src/core/money.test.ts'));
    assert.ok(shared.length > tests.length / 3, `only ${shared.length} of ${tests.length}`);
    const systemTests = tests.filter((path) => /^test\/(journeys|faults|browser)\//.test(path));
    assert.ok(systemTests.length > 0);
    assert.deepEqual(
      systemTests.filter((path) => shared.includes(path)),
      [],
    );
  });

  test('share processes where they borrow their gateway', () => {
    const system = createClassifier(graph, systemRule);
    assert.equal(system.reasonAgainst('test/journeys/steps.test.ts'), undefined);
    // It runs the whole gateway in its own process.
    assert.equal(system.reasonAgainst('test/input/token-matrix.test.ts'), undefined);
    const threads = system.reasonAgainst('test/simulator/simulator.test.ts');
    assert.match(threads ?? '', /worker_threads$/);
    assert.match(system.reasonAgainst('test/journeys/toy-party.test.ts') ?? '', /defines tables$/);
    const pool = system.reasonAgainst('test/support/pool/pool.test.ts');
    assert.equal(pool, 'test/support/pool/pool.ts sets process.env');
  });

  test('lose no import: a parser finds none that the rule does not see', () => {
    const unseen = sources.flatMap((source) => {
      const seen = new Set(importsIn(source.text).map(({ specifier }) => specifier));
      const types = [...source.text.matchAll(/^(?:import|export) type [^;]*?'([^']+)'/gm)];
      const erased = new Set(types.map(([, specifier]) => specifier));
      return importsOf(source)
        .filter(({ specifier }) => !seen.has(specifier) && !erased.has(specifier))
        .filter(({ specifier }) => !source.text.includes(`typeof import('${specifier}')`))
        .map(({ line, specifier }) => `${source.path}:${line} ${specifier}`);
    });
    assert.deepEqual(unseen, []);
  });
});

// Checks the diagrams of ARCHITECTURE.md: the modules are those of the import rule, and what a
// payment goes through is connected by imports.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moduleDiagram, sequenceIn, withModuleDiagram, type Arrow } from './diagrams.ts';
import { importsOf } from './imports/import-rule.ts';
import { packageRules } from './imports/steps.ts';
import { readSources, readText } from './source.ts';

const page = readText('ARCHITECTURE.md');
const steps = packageRules['gateway']?.order?.steps ?? [];
const modules = new Set(steps.flat());

test('the diagram of the modules is that of the import rule', () => {
  assert.ok(withModuleDiagram(page) === page, 'it is stale: run `npm run docs`');
  for (const module of Object.values(packageRules).flatMap(({ order }) => order?.steps ?? [])) {
    for (const name of module) assert.match(page, new RegExp(`["> ]${name}["<,]`), name);
  }
});

test('draws packages, their steps from the last to the first, and who imports whom', () => {
  const diagram = moduleDiagram({
    base: {
      folder: 'base/src',
      mayImport: {},
      order: { steps: [['a'], ['b', 'c', 'd', 'e', 'f'], ['g'], ['h']], connectedIn: 'h' },
    },
    page: { folder: 'page', mayImport: { base: ['a', /^b\//, 'b/file.ts'] } },
    tool: { folder: 'tool', mayImport: { base: 'all', tool: 'all' } },
  });
  assert.deepEqual(diagram.split('\n').slice(3, -1), [
    'flowchart TD',
    '  tools["tool"]',
    '  subgraph base',
    '    base4["h"] --> base3["g"] --> base2["b, c, d, e<br>f"]',
    '    base2 --> base1["a"]',
    '  end',
    '  page',
    '  page -->|"a"| base',
    '  tools --> base',
  ]);
});

/** By pairs of modules, in the order of the alphabet. */
const connected = new Set(
  readSources()
    .filter(({ path, isTest }) => path.startsWith('gateway/src/') && !isTest)
    .flatMap(importsOf)
    .map(({ from, target }) => pair(moduleOf(from.path), moduleOf(target))),
);

function moduleOf(path: string): string {
  return path.split('/')[2] ?? '';
}

function pair(one: string, other: string): string {
  return [one, other].toSorted().join(' ');
}

/** Arrows between modules of which none imports the other, and those of unknown names. */
function wrongArrows({ actors, arrows }: ReturnType<typeof sequenceIn>): Arrow[] {
  return arrows.filter(({ from, to }) => {
    if ([from, to].some((name) => actors.includes(name))) {
      return ![from, to].some((name) => modules.has(name));
    }
    return !connected.has(pair(from, to));
  });
}

test('a payment goes only through modules that are connected by imports', () => {
  const { actors, arrows } = sequenceIn(page);
  assert.deepEqual(actors, ['shop', 'provider']);
  assert.ok(arrows.length > 10);
  assert.deepEqual(wrongArrows({ actors, arrows }), []);
});

test('finds an arrow between modules that do not know each other, and unknown names', () => {
  const lines = [
    'actor shop',
    'fees->>threeds: a',
    'payments-->>http: b',
    'nobody->>http: c',
    'shop->>nobody: d',
    'shop->>http: e',
  ];
  const planted = `\`\`\`mermaid\nsequenceDiagram\n  ${lines.join('\n  ')}\n\`\`\`\n`;
  assert.deepEqual(
    wrongArrows(sequenceIn(planted)).map(({ text }) => text),
    ['a', 'c', 'd'],
  );
});

test('the table of the modules lists every module with a folder', () => {
  const [, table = ''] = /^\| module[^]*?\n((?:\|.*\n)+)/m.exec(page) ?? [];
  const listed = [...table.matchAll(/^\| `([a-z-]+)\/`/gm)].map(([, name = '']) => name);
  const folders = [...modules].filter((name) => !name.endsWith('.ts'));
  assert.deepEqual(listed.toSorted(), folders.toSorted());
});

// Tests of the choice of a provider: by means, by the named provider, by the merchant's order of
// preference, and by availability.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MeansKind } from './means.ts';
import type { Provider } from './provider.ts';
import { providerRegistry, type ProviderCriteria } from './registry.ts';

const never = () => Promise.reject(new Error('not called'));
function provider(name: string, ...means: MeansKind[]): Provider {
  return { name, means, maxInFlightMs: 1, authorize: never, followUps: {}, inquire: never };
}
const all = [
  provider('first', 'PAN'),
  { ...provider('second', 'PAN', 'NETWORK_TOKEN'), canFund: true },
  provider('blik', 'BLIK'),
  provider('BM', 'REDIRECT'),
  provider('PA', 'REDIRECT'),
];

const cases: [
  name: string,
  criteria: ProviderCriteria,
  down: readonly string[],
  expected: string | readonly string[] | { unavailable: string | undefined },
][] = [
  ['the first one that offers the means', { means: 'PAN' }, [], 'first'],
  ['the only one that offers the means', { means: 'NETWORK_TOKEN' }, [], 'second'],
  ['one that can do account funding', { means: 'PAN', isFunding: true }, [], 'second'],
  [
    'none if the only one for account funding is down',
    { means: 'PAN', isFunding: true },
    ['second'],
    { unavailable: 'second' },
  ],
  [
    'not a named one that cannot do account funding',
    { means: 'PAN', isFunding: true, named: 'first' },
    [],
    ['second'],
  ],
  ['the next one if the first is down', { means: 'PAN' }, ['first'], 'second'],
  ['none if all are down', { means: 'PAN' }, ['first', 'second'], { unavailable: 'first' }],
  ['none if the only one is down', { means: 'BLIK' }, ['blik'], { unavailable: 'blik' }],
  ['the named one', { means: 'REDIRECT', named: 'PA' }, [], 'PA'],
  [
    'never another one than the named one',
    { means: 'REDIRECT', named: 'PA' },
    ['PA'],
    { unavailable: 'PA' },
  ],
  ['none by an unknown name', { means: 'REDIRECT', named: 'XX' }, [], ['BM', 'PA']],
  ['none that does not offer the means', { means: 'REDIRECT', named: 'blik' }, [], ['BM', 'PA']],
  ['the one that the merchant prefers', { means: 'REDIRECT', preferred: ['PA', 'BM'] }, [], 'PA'],
  [
    'the second preference if the first is down',
    { means: 'REDIRECT', preferred: ['PA', 'BM'] },
    ['PA'],
    'BM',
  ],
  [
    'none outside the preferences, even if they are down',
    { means: 'REDIRECT', preferred: ['PA'] },
    ['PA'],
    { unavailable: 'PA' },
  ],
  [
    'none that the merchant does not use, even if it is named',
    { means: 'REDIRECT', preferred: ['PA'], named: 'BM' },
    [],
    ['PA'],
  ],
  [
    'the named one before the preferred one',
    { means: 'REDIRECT', preferred: ['PA', 'BM'], named: 'BM' },
    [],
    'BM',
  ],
  [
    'none if no preferred one offers the means',
    { means: 'PAN', preferred: ['blik'] },
    [],
    { unavailable: undefined },
  ],
];

for (const [name, criteria, down, expected] of cases) {
  test(`chooses ${name}`, () => {
    const registry = providerRegistry(all, (one) => (down.includes(one.name) ? 0 : 1));
    const choice = registry.choose(criteria);
    if (typeof expected === 'string') {
      assert.ok(choice.kind === 'chosen');
      assert.equal(choice.provider.name, expected);
    } else if ('unavailable' in expected) {
      assert.equal(choice.kind, 'unavailable');
      assert.equal(choice.provider?.name, expected.unavailable);
    } else {
      assert.deepEqual(choice, { kind: 'not-offered', names: expected });
    }
  });
}

test('finds the provider of an attempt by its name, also when it is down', () => {
  const registry = providerRegistry(all, () => 0);
  assert.equal(registry.get('PA').name, 'PA');
  assert.throws(() => registry.get('none'), /no provider is named none/);
});

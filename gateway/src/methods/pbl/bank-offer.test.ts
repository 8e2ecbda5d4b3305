// Tests of the banks that a payment can use: state, hours in Warsaw, limits, and the order of
// providers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { money } from '../../core/money.ts';
import type { Bank } from '../../providers/bank.ts';
import type { Provider } from '../../providers/provider.ts';
import { providerRegistry } from '../../providers/registry.ts';
import { isBankOpen, limitsOf, reasonAgainstBank, transferProviders } from './bank-offer.ts';

const bank: Bank = {
  provider: 'BM',
  bankId: 106,
  name: 'Test bank',
  iconUrl: null,
  state: 'OK',
  limits: [{ min: money(100n, 'PLN'), max: money(1000n, 'PLN') }],
  hours: null,
};
const at = (iso: string): number => Date.parse(iso);
const NOON = at('2026-01-15T11:00:00Z');

test('a bank is open in state OK only', () => {
  assert.ok(isBankOpen(bank, NOON));
  assert.ok(!isBankOpen({ ...bank, state: 'TEMPORARY_DISABLED' }, NOON));
  assert.ok(!isBankOpen({ ...bank, state: 'DISABLED' }, NOON));
});

const hours: [from: string, to: string, iso: string, isOpen: boolean][] = [
  ['06:00', '22:00', '2026-01-15T05:00:00Z', true],
  ['06:00', '22:00', '2026-01-15T04:59:59Z', false],
  ['06:00', '22:00', '2026-01-15T20:59:59Z', true],
  ['06:00', '22:00', '2026-01-15T21:00:00Z', false],
  ['06:00', '22:00', '2026-07-15T20:00:00Z', false],
  ['22:00', '06:00', '2026-01-15T23:30:00Z', true],
  ['22:00', '06:00', '2026-01-15T12:00:00Z', false],
  ['00:00', '24:00', '2026-01-15T22:59:59Z', true],
];
for (const [from, to, iso, isOpen] of hours) {
  test(`a bank with hours ${from}-${to} is ${isOpen ? 'open' : 'closed'} at ${iso}`, () => {
    assert.equal(isBankOpen({ ...bank, hours: { from, to } }, at(iso)), isOpen);
  });
}

test('the limits of a bank are inclusive, and counted in PLN', () => {
  const reason = (minor: bigint) => reasonAgainstBank(bank, minor, NOON);
  assert.deepEqual([99n, 100n, 1000n, 1001n].map(reason), [
    'AMOUNT_OUT_OF_RANGE',
    null,
    null,
    'AMOUNT_OUT_OF_RANGE',
  ]);
  const inEuro = { ...bank, limits: [{ min: money(1n, 'EUR'), max: money(2n, 'EUR') }] };
  assert.equal(limitsOf(inEuro), undefined);
  assert.equal(reasonAgainstBank(inEuro, 1n, NOON), 'BANK_UNAVAILABLE');
  const closed = { ...bank, state: 'DISABLED' } as const;
  assert.equal(reasonAgainstBank(closed, 100n, NOON), 'BANK_UNAVAILABLE');
});

test('providers of transfers are in the order of the merchant, and only those', () => {
  const named = (name: string, means: Provider['means']) => ({ name, means }) as Provider;
  const registry = providerRegistry([
    named('plain', ['PAN']),
    named('BM', ['REDIRECT']),
    named('PA', ['REDIRECT']),
  ]);
  const names = (preferred?: string[]) =>
    transferProviders(registry, preferred).map(({ name }) => name);
  assert.deepEqual(names(), ['BM', 'PA']);
  assert.deepEqual(names(['PA', 'BM', 'plain']), ['PA', 'BM']);
  assert.deepEqual(names(['PA']), ['PA']);
});

// Tests of the setting `providers`: unknown names, and providers that do not offer the method, are
// refused with the names that can be used.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../core/refusals.ts';
import type { MerchantSettings } from '../merchants/merchant.ts';
import { checkProviders, type KnownProvider } from './check-providers.ts';

const installed: readonly KnownProvider[] = [
  { name: 'plain', means: ['PAN'] },
  { name: 'BM', means: ['REDIRECT'] },
  { name: 'PA', means: ['REDIRECT'] },
];

const refused: [providers: MerchantSettings['providers'], field: string, message: string][] = [
  [{ CARD: ['acme'] }, 'CARD', 'must be of plain'],
  [{ CARD: ['plain', 'BM'] }, 'CARD', 'must be of plain'],
  [{ PBL: ['bm'] }, 'PBL', 'must be of BM, PA'],
  [{ CARD: ['plain'], PBL: [''] }, 'PBL', 'must be of BM, PA'],
  [{ BLIK: ['plain'] }, 'BLIK', 'must be empty: no provider offers it'],
];
for (const [providers, method, message] of refused) {
  test(`refuses ${JSON.stringify(providers)}`, () => {
    assert.throws(
      () => checkProviders({ providers }, installed),
      (error) => {
        assert.ok(error instanceof Refusal);
        const field = `settings.providers.${method}`;
        assert.deepEqual(error.details, [{ field, message }]);
        return true;
      },
    );
  });
}

test('accepts known providers in any order, empty lists, and no list', () => {
  checkProviders({ providers: { CARD: ['plain'], PBL: ['PA', 'BM'], BLIK: [] } }, installed);
  checkProviders({}, installed);
});

// Tests of the settings of Autopay: which means they turn on.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { settingsReader } from '../../settings/read-settings.ts';
import { autopayConnection } from './connection.ts';

const service = {
  BRAMKA_AUTOPAY_URL: 'https://pay.autopay.example',
  BRAMKA_AUTOPAY_SERVICE_ID: '100047',
  BRAMKA_AUTOPAY_KEY: 'k',
};

for (const [what, env, means] of [
  ['by default', {}, ['REDIRECT']],
  ['false', { BRAMKA_AUTOPAY_BLIK: 'false' }, ['REDIRECT']],
  ['true', { BRAMKA_AUTOPAY_BLIK: 'true' }, ['REDIRECT', 'BLIK']],
] as const) {
  test(`BLIK ${what}: the provider BM takes ${means.join(' and ')}`, async () => {
    const configured = autopayConnection.configure(settingsReader({ ...service, ...env }, false));
    assert.ok(configured);
    const context = { timeoutMs: 1, maxInFlightMs: 1, isProduction: false, publicUrl: () => '' };
    const { adapter, close } = await configured.connect(context as never);
    assert.deepEqual([adapter.name, adapter.means], ['BM', means]);
    await close();
  });
}

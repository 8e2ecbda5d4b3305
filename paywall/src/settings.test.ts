// The settings of the page as a process of its own: defaults and bad values.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings } from './settings.ts';

const gateway = { BRAMKA_GATEWAY_URL: 'https://api.example/' };

test('has defaults for everything except the gateway', () => {
  assert.deepEqual(readSettings(gateway), {
    host: '127.0.0.1',
    port: 8090,
    gatewayUrl: 'https://api.example',
    trustProxy: false,
    isSandbox: true,
  });
});

const bad: [what: string, env: Record<string, string>, sentence: RegExp][] = [
  ['no gateway', { BRAMKA_GATEWAY_URL: '' }, /^BRAMKA_GATEWAY_URL must be an http/],
  ['another scheme', { BRAMKA_GATEWAY_URL: 'ftp://x' }, /^BRAMKA_GATEWAY_URL must be an http/],
  ['a port above 65535', { PORT: '65536' }, /^PORT must be/],
  ['a port in words', { PORT: 'http' }, /^PORT must be/],
  ['another environment', { BRAMKA_ENV: 'test' }, /^BRAMKA_ENV must be one of sandbox, prod/],
  [
    'another trust',
    { BRAMKA_TRUST_PROXY: 'yes' },
    /^BRAMKA_TRUST_PROXY must be one of false, true/,
  ],
  [
    'a plain gateway in production',
    { BRAMKA_ENV: 'production', BRAMKA_GATEWAY_URL: 'http://127.0.0.1.example' },
    /^BRAMKA_GATEWAY_URL must be an https:\/\/ URL in production$/,
  ],
];
for (const [what, env, sentence] of bad) {
  test(`refuses ${what}`, () =>
    assert.throws(() => readSettings({ ...gateway, ...env }), { message: sentence }));
}

test('a gateway on the same machine needs no TLS', () => {
  const env = { BRAMKA_ENV: 'production', BRAMKA_GATEWAY_URL: 'http://127.0.0.1:8080' };
  assert.equal(readSettings(env).gatewayUrl, 'http://127.0.0.1:8080');
});

// Tests of the wallets' settings: complete or absent, and each value of the right form.
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { open } from '../core/secret.ts';
import {
  readWalletSettings,
  walletProblems,
  walletUrls,
  walletVariables,
} from './wallet-settings.ts';

const complete = {
  BRAMKA_APAY_URL: 'https://apple-pay-gateway.example',
  BRAMKA_APAY_ROOTS_FILE: '/etc/bramka/apple.pem',
  BRAMKA_GPAY_GATEWAY: 'bramka',
  BRAMKA_GPAY_ROOTS_FILE: '/etc/bramka/google.json',
  BRAMKA_GPAY_MERCHANT_ID: 'BCR2DN4T',
  BRAMKA_C2P_URL: 'https://c2p.example/confirmations',
  BRAMKA_C2P_KEY: 'the key',
  BRAMKA_C2P_SDK_URL: 'https://c2p.example/sdk.js',
  BRAMKA_C2P_KEYS_FILE: '/etc/bramka/c2p.json',
};

test('complete settings are read', () => {
  deepEqual(walletProblems(complete), []);
  const { applePay, googlePay, clickToPay } = readWalletSettings(complete);
  const { BRAMKA_APAY_URL: url, BRAMKA_APAY_ROOTS_FILE: rootsFile } = complete;
  deepEqual(applePay, { url, rootsFile });
  const roots = '/etc/bramka/google.json';
  deepEqual(googlePay, { gatewayId: 'bramka', rootsFile: roots, merchantId: 'BCR2DN4T' });
  deepEqual(clickToPay && { ...clickToPay, key: open(clickToPay.key) }, {
    url: 'https://c2p.example/confirmations',
    key: 'the key',
    sdkUrl: 'https://c2p.example/sdk.js',
    keysFile: '/etc/bramka/c2p.json',
  });
  deepEqual(Object.keys(complete), [...walletVariables.map(([name]) => name)]);
});

test('without settings there is no wallet', () => {
  const none = { applePay: null, googlePay: null, clickToPay: null };
  deepEqual(readWalletSettings({}), none);
  deepEqual(readWalletSettings({ BRAMKA_GPAY_GATEWAY: ' ' }), none);
  deepEqual(walletProblems({ BRAMKA_GPAY_GATEWAY: ' ' }), []);
});

const missing: [left: string, sentence: string][] = [
  ['BRAMKA_APAY_URL', 'BRAMKA_APAY_ROOTS_FILE needs BRAMKA_APAY_URL'],
  ['BRAMKA_APAY_ROOTS_FILE', 'BRAMKA_APAY_URL needs BRAMKA_APAY_ROOTS_FILE'],
  ['BRAMKA_GPAY_ROOTS_FILE', 'BRAMKA_GPAY_GATEWAY needs BRAMKA_GPAY_ROOTS_FILE'],
  ['BRAMKA_C2P_URL', 'BRAMKA_C2P_KEY needs BRAMKA_C2P_URL'],
  ['BRAMKA_C2P_KEY', 'BRAMKA_C2P_URL needs BRAMKA_C2P_KEY'],
  ['BRAMKA_C2P_SDK_URL', 'BRAMKA_C2P_URL needs BRAMKA_C2P_SDK_URL'],
  ['BRAMKA_C2P_KEYS_FILE', 'BRAMKA_C2P_URL needs BRAMKA_C2P_KEYS_FILE'],
];
for (const [left, sentence] of missing) {
  test(`a wallet without ${left} is not complete`, () => {
    deepEqual(walletProblems({ ...complete, [left]: '' }), [sentence]);
  });
}

test('everything that a wallet still needs is named at once', () => {
  deepEqual(walletProblems({ BRAMKA_C2P_URL: 'https://c2p.example' }), [
    'BRAMKA_C2P_URL needs BRAMKA_C2P_KEY, BRAMKA_C2P_SDK_URL, BRAMKA_C2P_KEYS_FILE',
  ]);
});

test('the merchant id at Google is optional, and needs Google Pay', () => {
  const { BRAMKA_GPAY_MERCHANT_ID: _id, ...without } = complete;
  deepEqual(walletProblems(without), []);
  equal(readWalletSettings(without).googlePay?.merchantId, null);
  const { BRAMKA_GPAY_GATEWAY: _gateway, ...lone } = complete;
  const sentence = 'BRAMKA_GPAY_ROOTS_FILE needs BRAMKA_GPAY_GATEWAY';
  const sentences = [sentence, 'BRAMKA_GPAY_MERCHANT_ID needs BRAMKA_GPAY_GATEWAY'];
  deepEqual(walletProblems(lone), sentences);
  for (const id of ['a b', 'x'.repeat(33), 'é']) {
    deepEqual(walletProblems({ ...complete, BRAMKA_GPAY_MERCHANT_ID: id }), [
      'BRAMKA_GPAY_MERCHANT_ID must be 1 to 32 letters and digits',
    ]);
  }
});

test('URLs must be URLs', () => {
  for (const name of ['BRAMKA_APAY_URL', 'BRAMKA_C2P_URL', 'BRAMKA_C2P_SDK_URL']) {
    const sentence = `${name} must be an http:// or https:// URL`;
    for (const value of ['c2p.example', 'ftp://c2p.example', 'https://', 'javascript:1']) {
      deepEqual(walletProblems({ ...complete, [name]: value }), [sentence]);
    }
  }
});

test('a gateway id has up to 64 characters', () => {
  const problems = (id: string) => walletProblems({ ...complete, BRAMKA_GPAY_GATEWAY: id });
  for (const id of ['b', 'Bramka_pay-1.test', 'x'.repeat(64)]) deepEqual(problems(id), []);
  for (const id of ['a b', 'gateway:bramka', 'x'.repeat(65), '-b', 'żubr']) {
    equal(problems(id).length, 1, id);
  }
});

test('the URLs that production checks for TLS are all URLs', () => {
  const names = Object.keys(complete).filter((name) => name.endsWith('URL'));
  deepEqual(
    walletUrls(readWalletSettings(complete)).map(([name]) => name),
    names,
  );
  deepEqual(
    walletUrls(readWalletSettings({})).map(([, url]) => url),
    [null, null, null],
  );
});

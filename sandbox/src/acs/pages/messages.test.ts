// Tests of the parsers for what shops post: messages are accepted or refused as a whole, and only
// web addresses are allowed.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { looksLikeCReq, readFingerprintData, webUrl, writeFingerprintData } from './messages.ts';
import { base64url } from './testing/fake-acs.ts';

const threeDSServerTransID = '0198a000-0000-7000-8000-000000000001';
const address = 'https://gateway.example/3ds/method?payment=1';
const fingerprintData = (change: Record<string, unknown> = {}): string =>
  base64url({ threeDSServerTransID, threeDSMethodNotificationURL: address, ...change });

test('reads 3DS Method data with and without padding', () => {
  const data = readFingerprintData(fingerprintData());
  assert.equal(data?.threeDSServerTransID, threeDSServerTransID);
  assert.equal(data.notificationUrl.href, address);
  const padded = Buffer.from(String(Buffer.from(fingerprintData({ a: 'é' }), 'base64url')));
  assert.ok(readFingerprintData(padded.toString('base64')));
});

test('answers the 3DS Method with the id alone', () => {
  const answer = String(Buffer.from(writeFingerprintData(threeDSServerTransID), 'base64url'));
  assert.deepEqual(JSON.parse(answer), { threeDSServerTransID });
});

const refused: [why: string, text: string][] = [
  ['no data', ''],
  ['no base64url', '{"threeDSServerTransID":1}'],
  ['no JSON', Buffer.from('hello').toString('base64url')],
  ['no object', base64url([1])],
  ['null', base64url(null)],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]).toString('base64url')],
  ['a missing id', fingerprintData({ threeDSServerTransID: undefined })],
  ['an invalid id', fingerprintData({ threeDSServerTransID: '"><script>' })],
  ['a missing address', fingerprintData({ threeDSMethodNotificationURL: undefined })],
  ['an address of another kind', fingerprintData({ threeDSMethodNotificationURL: 7 })],
  ['a script', fingerprintData({ threeDSMethodNotificationURL: 'javascript:alert(1)' })],
  ['a relative address', fingerprintData({ threeDSMethodNotificationURL: '/method' })],
  ['an address too long', fingerprintData({ threeDSMethodNotificationURL: longAddress(257) })],
];
for (const [why, text] of refused) {
  test(`refuses method data with ${why}`, () => assert.equal(readFingerprintData(text), undefined));
}

test('accepts an address of 256 characters', () => {
  assert.ok(
    readFingerprintData(fingerprintData({ threeDSMethodNotificationURL: longAddress(256) })),
  );
});

function longAddress(length: number): string {
  return 'https://gateway.example/'.padEnd(length, 'x');
}

test('recognizes a challenge request', () => {
  assert.ok(looksLikeCReq(base64url({ messageType: 'CReq' })));
  assert.ok(!looksLikeCReq(base64url({ messageType: 'CRes' })));
  assert.ok(!looksLikeCReq('CReq'));
  assert.ok(!looksLikeCReq(''));
});

const addresses: [text: string, isFine: boolean][] = [
  ['http://localhost:8080/back', true],
  ['https://shop.example', true],
  ['HTTPS://SHOP.EXAMPLE/a', true],
  ['javascript:alert(1)', false],
  [' java\nscript:alert(1)', false],
  ['data:text/html,x', false],
  ['ftp://shop.example', false],
  ['//shop.example', false],
  ['', false],
];
for (const [text, isFine] of addresses) {
  test(`${isFine ? 'accepts' : 'refuses'} ${JSON.stringify(text)} as a web address`, () => {
    assert.equal(webUrl(text) !== undefined, isFine);
  });
}

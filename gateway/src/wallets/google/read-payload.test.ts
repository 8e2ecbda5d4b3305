// Tests of the decrypted message of a Google Pay token: which cards are accepted, and which
// contradictions are refused.
import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import {
  CRYPTOGRAM,
  payloadOf,
  type Members,
} from '@bramka/test/support/wallets/google/issue-token.ts';
import { open } from '../../core/secret.ts';
import { readPayload } from './read-payload.ts';

const read = (details: Members, payload: Members = {}) =>
  readPayload(Buffer.from(JSON.stringify(payloadOf({ details, payload }))));
const eciOf = (eciIndicator: unknown) => read({ eciIndicator })?.card.eci;

test('an ECI has two digits, or there is none', () => {
  const rows: [unknown, string | null][] = [
    ['05', '05'],
    ['5', '05'],
    ['7', '07'],
    ['02', '02'],
    ['', null],
    [null, null],
    [undefined, null],
  ];
  for (const [value, eci] of rows) equal(eciOf(value), eci, JSON.stringify(value));
  for (const value of ['005', 'x', ' 5', '5 ', 5, true, ['05'], '٥']) {
    equal(read({ eciIndicator: value }), undefined, JSON.stringify(value));
  }
});

test('a cryptogram is base64 of 1 to 64 bytes', () => {
  for (const bytes of [1, 20, 64]) {
    const cryptogram = Buffer.alloc(bytes, 9).toString('base64');
    const found = read({ cryptogram })?.card.cryptogram;
    equal(found && open(found), cryptogram);
  }
  const long = Buffer.alloc(65).toString('base64');
  for (const cryptogram of ['', 'x', `${CRYPTOGRAM}=`, ` ${CRYPTOGRAM}`, long, 5, {}, undefined]) {
    equal(read({ cryptogram }), undefined, JSON.stringify(cryptogram));
  }
});

test('a card number comes without a proof', () => {
  const pan = { authMethod: 'PAN_ONLY' };
  equal(read(pan)?.card.numberType, 'PAN');
  equal(read({ ...pan, cryptogram: CRYPTOGRAM }), undefined);
  equal(read({ ...pan, eciIndicator: '05' }), undefined);
  equal(read({ ...pan, cryptogram: '' }), undefined);
});

test('other kinds of authentication are refused', () => {
  for (const authMethod of ['3DS', 'pan_only', '', null, undefined, 1, ['PAN_ONLY']]) {
    equal(read({ authMethod }), undefined, JSON.stringify(authMethod));
    equal(read({ authMethod, cryptogram: undefined, eciIndicator: undefined }), undefined);
  }
});

test('a number has 12 to 19 digits', () => {
  for (const length of [12, 16, 19]) {
    const found = read({ pan: '4'.repeat(length) })?.card.number;
    equal(found && open(found), '4'.repeat(length));
  }
  const odd = ['4'.repeat(11), '4'.repeat(20), '4111 1111 1111 1111', 'x'.repeat(16), '', null];
  for (const pan of [...odd, 4_111_111_111_111_111, ['4111111111111111'], undefined]) {
    equal(read({ pan }), undefined, JSON.stringify(pan));
  }
});

test('a card expires in a month of this century', () => {
  const rows: [unknown, unknown, string | undefined][] = [
    [2026, 1, '202601'],
    [2099, 12, '209912'],
    [2000, 9, '200009'],
    [1999, 12, undefined],
    [2100, 1, undefined],
    [26, 1, undefined],
    [2030, 0, undefined],
    [2030, 13, undefined],
    [2030, 1.5, undefined],
    ['2030', 1, undefined],
    [2030, '01', undefined],
    [2030, null, undefined],
    [undefined, 1, undefined],
  ];
  for (const [expirationYear, expirationMonth, expiry] of rows) {
    const found = read({ expirationYear, expirationMonth })?.card.expiry;
    equal(found && open(found), expiry, `${String(expirationYear)} ${String(expirationMonth)}`);
  }
});

test('what the message needs besides the card', () => {
  const good = read({});
  deepEqual(
    [good?.messageId, good?.expiresAt, good?.gatewayMerchantId],
    ['AH2Ejtc-message-1', Date.UTC(2026, 10, 16, 13), '10000001'],
  );
  equal(read({}, { messageId: 'm'.repeat(256) })?.messageId.length, 256);
  const bad: Members[] = [
    { messageId: undefined },
    { messageId: '' },
    { messageId: 'm'.repeat(257) },
    { messageId: 'a b' },
    { messageId: 5 },
    { messageExpiration: undefined },
    { messageExpiration: 1_794_834_000_000 },
    { messageExpiration: '-1' },
    { messageExpiration: '01' },
    { messageExpiration: '9'.repeat(16) },
    { messageExpiration: 'soon' },
    { gatewayMerchantId: undefined },
    { gatewayMerchantId: 10_000_001 },
    { paymentMethod: 'TOKENIZED_CARD' },
    { paymentMethod: undefined },
    { paymentMethodDetails: undefined },
    { paymentMethodDetails: null },
    { paymentMethodDetails: 'card' },
    { paymentMethodDetails: [] },
  ];
  for (const payload of bad) equal(read({}, payload), undefined, JSON.stringify(payload));
});

test('a message that is not one JSON object is refused', () => {
  const text = JSON.stringify(payloadOf());
  const messages = ['', 'plaintext', '[]', 'null', `${text}{}`, `\ufeff${text}`, text.slice(1)];
  for (const message of messages) equal(readPayload(Buffer.from(message)), undefined, message);
  equal(readPayload(Buffer.concat([Buffer.from(text), Buffer.of(0xff)])), undefined);
  const twice = text.replace('{', '{"messageId":"other",');
  equal(readPayload(Buffer.from(twice)), undefined);
});

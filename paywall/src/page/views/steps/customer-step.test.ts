// What the customer does elsewhere, as the page shows it for any method.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { render } from 'preact-render-to-string';
import { sampleState } from '../../../testing/sample-state.ts';
import type { PaymentRecord } from '../../state.ts';
import { allTexts } from '../../texts/all-texts.ts';
import { translator } from '../../texts/texts.ts';
import { Page } from '../page.ts';

const { dataRequest: _dataRequest, ...rest } = sampleState().facts?.payment ?? assert.fail();
const pending: PaymentRecord = { ...rest, status: 'PENDING' };

function html(change: Partial<PaymentRecord>): string {
  const state = sampleState();
  const { facts } = state;
  if (!facts) assert.fail('the link is open');
  const payment = { ...pending, ...change };
  return render(
    Page({ state: { ...state, facts: { ...facts, payment } }, t: translator(allTexts.en) }),
  ).replaceAll('\u00a0', ' ');
}

test('the time to confirm counts down, and then the result is checked', () => {
  const at = (leftMs: number): string => {
    const updatedAt = new Date(sampleState().nowMs + leftMs - 60_000).toISOString();
    return html({ method: 'BLIK', customerStep: 'confirm', updatedAt });
  };
  assert.match(at(60_000), /Time left to confirm: <time datetime="PT1M0S">1:00</);
  assert.match(at(1), />0:01</);
  assert.match(at(0), /The time to confirm is over\./);
});

test('a method that the page does not know is confirmed without a countdown', () => {
  const text = html({ method: 'NEW', customerStep: 'confirm' });
  assert.match(text, /confirm the payment of PLN 19\.99 to Teashop/);
  assert.doesNotMatch(text, /to confirm:|role="timer"/);
});

test('a redirect leads to the address of the gateway', () => {
  const text = html({ customerStep: 'redirect', redirectURL: 'https://bank.example/a' });
  assert.match(
    text,
    /<a class="button is-primary" href="https:\/\/bank\.example\/a" target="_top"/,
  );
});

const codes: [what: string, qrCode: string, shown: RegExp][] = [
  [
    'a picture',
    'data:image/png;base64,AA==',
    /<img class="qr-code" src="data:image\/png;base64,AA==" alt="QR code/,
  ],
  ['an address', 'https://b.example/?a', /<a href="https:\/\/b\.example\/\?a" target="_top">https/],
  ['a text', '0002010102', /<p>0002010102<\/p>/],
  ['a script', 'javascript:alert(1)', /<p>javascript:alert\(1\)<\/p>/],
  ['another document', 'data:text/html,x', /<p>data:text\/html,x<\/p>/],
];
for (const [what, qrCode, shown] of codes) {
  test(`the code to scan is ${what}`, () => {
    assert.match(html({ customerStep: 'scan', qrCode }), shown);
  });
}

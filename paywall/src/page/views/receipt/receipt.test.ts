// The result of a payment as a receipt, the lines of the order, the links of the shop, and the mark
// of test mode, as the server renders them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { h } from 'preact';
import { render } from 'preact-render-to-string';
import { sampleFacts, samplePayment, sampleState } from '../../../testing/sample-state.ts';
import { languages, type PageState, type PaymentRecord } from '../../state.ts';
import { allTexts } from '../../texts/all-texts.ts';
import { translator } from '../../texts/texts.ts';
import { Page } from '../page.ts';
import { titleOf } from './title.ts';

const propsOf = (state: PageState) => ({ state, t: translator(allTexts[state.language]) });
const html = (state: PageState): string =>
  render(h(Page, propsOf(state))).replace(/[\u00a0\u202f]/g, ' ');

const paid: Partial<PaymentRecord> = {
  status: 'COMPLETED',
  method: 'CARD',
  instrument: { type: 'CARD', cardMask: '411111******1111', organization: 'VISA' },
  updatedAt: '2026-11-20T09:00:00Z',
  paidAt: '2026-11-16T12:34:00Z',
};

/** The rows of the receipt as `name: value`; the words for screen readers are left out. */
function rowsOf(text: string): string[] {
  const rows = [...text.matchAll(/<dt>(.*?)<\/dt><dd>(.*?)<\/dd>/g)];
  const plain = (value = ''): string =>
    value.replace(/<svg.*?<\/svg>|<span class="only-read">.*?<\/span>|<[^>]*>/g, '');
  return rows.map(([, name, value]) => `${plain(name)}: ${plain(value)}`);
}

test('a paid payment is a receipt, without anything that asks to pay', () => {
  const text = html(sampleState(paid));
  assert.deepEqual(rowsOf(text), [
    'Amount: PLN 19.99',
    'Shop: Teashop',
    'Payment method: Visa •••• 1111',
    'Date: 16 Nov 2026, 13:34',
    'Order number: A-1',
    `Payment reference: ${samplePayment.paymentId}`,
  ]);
  assert.match(text, /<span class="only-read">Visa ending in 1111<\/span>/);
  assert.match(text, /<time datetime="2026-11-16T12:34:00Z">/);
  assert.doesNotMatch(text, /Pay Teashop|class="summary"|411111/);
  assert.equal(titleOf(propsOf(sampleState(paid))), 'Teashop: Payment successful');
  assert.match(html(sampleState()), /class="summary".*Pay Teashop/s);
});

test('the method is named in the way the customer knows it', () => {
  const methodIn = (change: Partial<PaymentRecord>): string | undefined =>
    rowsOf(html(sampleState({ ...paid, ...change }))).find((row) => row.startsWith('Payment m'));
  const card = { cardMask: '520000******4444', organization: 'MASTERCARD' };
  const withApple = { method: 'APAY', instrument: { type: 'APAY', ...card } };
  assert.equal(methodIn(withApple), 'Payment method: Apple Pay, Mastercard •••• 4444');
  const byBlik = { method: 'BLIK', instrument: { type: 'BLIK_CODE' } };
  assert.equal(methodIn(byBlik), 'Payment method: BLIK');
  assert.equal(
    methodIn({ method: 'PBL', instrument: { type: 'PBL' } }),
    'Payment method: Bank transfer',
  );
  const { method: _method, instrument: _instrument, ...without } = paid;
  assert.equal(rowsOf(html(sampleState(without))).length, 5);
});

test('a refund is part of the receipt', () => {
  assert.ok(
    rowsOf(html(sampleState({ ...paid, refundedAmount: 5 }))).includes('Refunded: PLN 5.00'),
  );
  assert.ok(
    !rowsOf(html(sampleState({ ...paid, refundedAmount: 0 })))
      .join()
      .includes('Refunded'),
  );
});

const ends: [name: string, change: Partial<PaymentRecord>, money: RegExp][] = [
  ['declined', { status: 'REJECTED', rejectCode: 'DO_NOT_HONOR' }, /You were not charged/],
  ['expired', { status: 'CANCELLED', rejectCode: 'EXPIRED' }, /No money was taken/],
  ['cancelled', { status: 'CANCELLED' }, /No money was taken/],
  ['failed', { status: 'ERROR' }, /No money was taken/],
];
for (const [name, change, money] of ends) {
  test(`a payment that is ${name} says that no money was taken, and what it was`, () => {
    const text = html(sampleState({ ...paid, ...change }));
    assert.match(text, money);
    assert.doesNotMatch(text, /Pay Teashop|is-paid|You paid|data-print|data-stay/);
    const rows = rowsOf(text);
    assert.ok(rows.includes('Date: 20 Nov 2026, 10:00'), 'when it ended');
    assert.ok(rows.includes(`Payment reference: ${samplePayment.paymentId}`));
  });
}

test('the page returns to the shop by itself, unless the customer stays', () => {
  const state = sampleState(paid);
  const text = html(state);
  assert.match(text, /You return to Teashop in a few seconds\. <a href="\?stay=yes"/);
  const { local } = state;
  const staying = html({ ...state, local: { ...local, extra: { stay: 'yes' } } });
  assert.doesNotMatch(staying, /few seconds|\?stay/);
  assert.match(staying, /id="return"/);
  assert.doesNotMatch(text, /data-print/, 'needs a script');
  assert.match(
    html({ ...state, hasScript: true }),
    /<button type="button" class="button" data-print/,
  );
});

const line = (place: number) => ({ description: `Item ${place}`, amount: 1000 + place / 100 });
const withLines = (count: number, change: Partial<PaymentRecord> = {}): string => {
  const lines = Array.from({ length: count }, (_, place) => line(place + 1));
  return html(sampleState({ ...change, order: { ...samplePayment.order, lines } }));
};

test('the lines of the order are on the page and on the receipt, with exact amounts', () => {
  for (const text of [withLines(2), withLines(2, paid)]) {
    assert.match(text, /aria-label="Your order"/);
    assert.match(text, /<span dir="auto">Item 1<\/span><span class="line-amount">PLN 1,000\.01</);
    assert.match(text, /<span dir="auto">Item 2<\/span><span class="line-amount">PLN 1,000\.02</);
  }
  assert.doesNotMatch(html(sampleState()), /Your order/);
});

test('a long list is folded: four lines are shown, of five the last two are not', () => {
  assert.doesNotMatch(withLines(4), /<details/);
  const [shown = '', folded = ''] = withLines(5).split('<details>');
  assert.match(folded, /^<summary>Show 2 more items<\/summary><ul>.*Item 4.*Item 5/);
  assert.match(shown, /Item 1.*Item 2.*Item 3/);
  assert.doesNotMatch(shown, /Item 4/);
});

test('what the shop wrote in a line is text', () => {
  const lines = [{ description: '<img src=x onerror=alert(1)>', amount: 19.99 }];
  const text = html(sampleState({ order: { ...samplePayment.order, lines } }));
  assert.doesNotMatch(text, /<img/);
  assert.match(text, /&lt;img src=x/);
});

test('terms and privacy are linked if the merchant has set them', () => {
  const linksWith = (change: object): unknown[] => {
    const text = html(sampleState({}, { look: { ...sampleFacts.look, ...change } }));
    return [...text.matchAll(/<a href="([^"]*)" target="_blank" rel="([^"]*)">(\w+)/g)].map((one) =>
      one.slice(1),
    );
  };
  const safe = 'noopener noreferrer';
  const terms = ['https://a.example/t', safe, 'Terms'];
  const privacy = ['https://a.example/p', safe, 'Privacy'];
  assert.deepEqual(linksWith({}), []);
  assert.deepEqual(linksWith({ termsURL: terms[0] }), [terms]);
  assert.deepEqual(linksWith({ termsURL: terms[0], privacyURL: privacy[0] }), [terms, privacy]);
});

for (const language of languages) {
  test(`test mode is marked in the sandbox only, on every page (${language})`, () => {
    const mark = `class="test-mode"><strong>${allTexts[language]['page.testMode']}<`;
    const states = [sampleState(), sampleState(paid), { ...sampleState(), facts: null }];
    for (const state of states) {
      assert.ok(html({ ...state, language, isSandbox: true }).includes(mark));
      assert.doesNotMatch(html({ ...state, language, isSandbox: false }), /test-mode/);
    }
  });
}

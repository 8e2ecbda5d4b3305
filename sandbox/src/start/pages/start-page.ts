// The start page at `/`: a test payment, what runs here, the latest payments, the clock, the demo
// merchants and the test values.

import { html, type Html } from '@bramka/gateway/http/pages/html.ts';
import type { ClockView } from '../../control/clock-change.ts';
import type { Party } from '../../party/party.ts';
import { paymentCommand, tokenCommand } from '../commands.ts';
import type { LinkBase } from '../links.ts';
import type { DemoPayment, DemoShop } from '../parts.ts';
import { CURRENCY, DEFAULT_AMOUNT, type TestPayment } from '../test-payment.ts';
import { clockButtons, clockState } from './clock-part.ts';
import { command, copyButton, livePart, panel, type FramedPage } from './frame.ts';
import { paymentList } from './payment-list.ts';
import { triggerList } from './trigger-list.ts';

export interface StartView {
  readonly path: string;
  /** The address under which the reader has opened the page. */
  readonly origin: string;
  readonly shops: readonly DemoShop[];
  readonly parties: readonly Party[];
  readonly payments: readonly DemoPayment[];
  readonly links: LinkBase;
  readonly clock: ClockView;
  /** The words of the search for test values. */
  readonly find: string;
  /** What was sent and why it was refused. */
  readonly refused?: { readonly payment: TestPayment; readonly reason: string };
}

export function startPage(view: StartView): FramedPage {
  const { path, shops, parties, refused } = view;
  const [shop] = shops;
  const latest = paymentList(view.payments, view.links);
  return {
    ...(refused ? { status: 400 } : {}),
    title: refused ? 'Error' : 'Start',
    live: `${path}/sandbox/start/live`,
    main: html`<h1>Try a payment in a minute</h1>
      <p class="lead">
        Bramka is a payment gateway: shops take cards, BLIK, bank transfers and wallets with it. In
        this sandbox everything around it is simulated: the acquirer, the card issuer with 3-D
        Secure, BLIK, banks and wallets. Nothing leaves this machine.
      </p>
      <div class="panels">
        ${panel('make', 'Make a test payment', paymentForm(view))}
        ${panel('shops', 'Demo merchants', shops.map(shopPart))}
        ${panel('payments', 'Latest payments', livePart('payments', latest), true)}
        ${panel('clock', 'Clock', clockPart(view), true)}
        ${parties.length === 0 ? undefined : triggerPanel(view)}
        ${panel('commands', 'With curl', shop && commands(view.origin, shop))}
        ${parties.length === 0 ? undefined : partyPanel(view)}
      </div>`,
  };
}

/** The parts that change by themselves. */
export function livePage(view: Pick<StartView, 'path' | 'payments' | 'links' | 'clock'>): Html {
  return html`<!doctype html>
    <html lang="en">
      <title>Live</title>
      ${livePart('payments', paymentList(view.payments, view.links))}
      ${livePart('clock', clockState(view.clock))}
      ${livePart('buttons', clockButtons(view.path, view.clock))}
    </html>`;
}

const DEFAULT_PAYMENT: Omit<TestPayment, 'merchantId'> = {
  amount: DEFAULT_AMOUNT,
  method: null,
  isPreauth: false,
};

function paymentForm({ path, shops, links, refused }: StartView): Html {
  const payment = refused?.payment ?? {
    ...DEFAULT_PAYMENT,
    merchantId: shops[0]?.merchantId ?? '',
  };
  const methods = [['', 'Let me choose'] as const, ...Object.entries(links.methodTitles)];
  return html`${refused && html`<p class="bad" id="slip" role="alert">${refused.reason}</p>`}
    <form method="post" action="${path}/sandbox/start/pay">
      <div class="fields">
        <div>
          <label for="amount">Amount in ${CURRENCY}</label>
          <input
            id="amount"
            name="amount"
            inputmode="decimal"
            autocomplete="off"
            required
            maxlength="16"
            value="${payment.amount}"
            ${refused && slipped}
          />
        </div>
        <div>
          <label for="method">Method</label>
          <select id="method" name="method">
            ${methods.map(([value, name]) => option(value, name, (payment.method ?? '') === value))}
          </select>
        </div>
        <div class="wide">
          <label for="merchant">Demo merchant</label>
          <select id="merchant" name="merchant">
            ${shops.map(({ merchantId, name }) =>
              option(merchantId, `${name} (${merchantId})`, payment.merchantId === merchantId),
            )}
          </select>
        </div>
      </div>
      <label class="choice">
        <input
          type="checkbox"
          name="preauth"
          value="yes"
          ${payment.isPreauth ? checked : undefined}
        />
        <span>Only hold the money (preauthorization, cards and wallets)</span>
      </label>
      <button class="main" type="submit">Continue to the payment page</button>
    </form>
    <p class="muted small">
      Card <code class="value">4111 1111 1111 1111</code>, any future date, any code. BLIK code
      <code class="value">777123</code>. Bank password <code class="value">1234</code>.
    </p>`;
}

const slipped = html`aria-describedby="slip"`;
const checked = html`checked`;
const selected = html`selected`;

function option(value: string, text: string, isSelected: boolean): Html {
  return html`<option value="${value}" ${isSelected ? selected : undefined}>${text}</option>`;
}

function commands(origin: string, shop: DemoShop): Html {
  return html`<p>Get a token, then pay with a test card:</p>
    ${command(tokenCommand({ origin, shop }))} ${command(paymentCommand({ origin, shop }))}`;
}

function clockPart({ path, clock }: StartView): Html {
  return html`<div class="halves">
    <div>
      ${livePart('clock', clockState(clock))} ${livePart('buttons', clockButtons(path, clock))}
    </div>
    <p>
      Expiry, holds, settlement and retries follow this clock. It only goes forward;
      <code>bramka reset</code> returns to real time and deletes all payments.
    </p>
  </div>`;
}

function shopPart(shop: DemoShop): Html {
  const rows: [name: string, value: string][] = [
    ['MID', shop.merchantId],
    ['API secret', shop.apiSecret],
    ['Notification secret', shop.notificationSecret],
  ];
  return html`<div class="shop">
    <strong>${shop.name}</strong>
    <dl>
      ${rows.map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>
              <code class="value">${value}</code>${copyButton(value, `${name} of ${shop.name}`)}
            </dd>`,
      )}
    </dl>
  </div>`;
}

function triggerPanel({ path, parties, find }: StartView): Html {
  const content = html`<p>
      These values make the simulated parties decline, challenge, delay or fail.
    </p>
    ${triggerList(parties, path, find)}`;
  return panel('triggers', 'Test values', content, true);
}

function partyPanel({ path, parties }: StartView): Html {
  const has = (name: string): boolean => parties.some((party) => party.name === name);
  const content = html`<div class="links">
      ${has('blik') ? html`<a href="${path}/sandbox/blik">BLIK phones</a>` : undefined}
      ${has('c2p') ? html`<a href="${path}/sandbox/c2p">Click to Pay</a>` : undefined}
      <a href="${path}/sandbox/triggers">Test values as JSON</a>
      <a href="${path}/sandbox/payments">Latest payments as JSON</a>
    </div>
    <ul class="small plainlist">
      ${parties.map(({ name, meaning }) => html`<li><strong>${name}</strong> ${meaning}</li>`)}
    </ul>`;
  return panel('world', 'What is simulated', content);
}

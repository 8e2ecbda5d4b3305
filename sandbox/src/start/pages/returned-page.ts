// The page that customers of test payments return to: what a shop does now. It reads the status,
// shows the notifications as received, and names the next operations.

import { html, type Html } from '@bramka/gateway/http/pages/html.ts';
import { mark } from '../../pages/layout.ts';
import { operationCommand, readCommand, tokenCommand, type CommandBase } from '../commands.ts';
import type { LinkBase } from '../links.ts';
import type { DemoPayment, PaymentRow } from '../parts.ts';
import type { ReceivedMessage } from '../receiver.ts';
import { command, livePart, panel, type FramedPage } from './frame.ts';
import { amountOf, paymentList, toneOf } from './payment-list.ts';

interface ReturnedView extends CommandBase {
  readonly path: string;
  readonly links: LinkBase;
  readonly shown: DemoPayment;
  /** The answer of GET …/status, as it was sent. */
  readonly status: string;
  readonly messages: readonly ReceivedMessage[];
  /** The merchant's own receiver, which gets the notifications instead. */
  readonly ownReceiver: string | null;
}

const titles: Readonly<Record<string, string>> = {
  NEW: 'The payment is not paid yet',
  PENDING: 'The payment is in progress',
  COMPLETED: 'The payment is completed',
  SETTLED: 'The payment is completed and settled',
  REJECTED: 'The payment was declined',
  CANCELLED: 'The payment was cancelled',
  ERROR: 'The payment was not processed',
};
const REFRESH_SECONDS = 3;

export function returnedPage(view: ReturnedView): FramedPage {
  const { path, shown } = view;
  const { payment } = shown;
  const here = `${path}/sandbox/returned?paymentId=${payment.paymentId}`;
  const isOpen = toneOf(payment) === 'wait';
  const list = paymentList([shown], view.links);
  const messages = livePart('messages', messagesPart(view));
  return {
    title: titleOf(payment),
    live: here,
    ...(isOpen ? { refreshSeconds: REFRESH_SECONDS } : {}),
    main: html`<div id="live-result" data-part role="status">${resultPart(payment)}</div>
      <p><a href="${path}/">Make another test payment</a></p>
      <p class="lead">
        The customer is back in the shop. A shop does not trust this address: it reads the status,
        or waits for the signed notification, and then delivers.
      </p>
      <div class="panels">
        ${panel('status', '1. Read the status', statusPart(view))}
        ${panel('messages', '2. Receive the notification', messages)}
        ${panel('next', '3. What next?', livePart('next', nextPart(view)), true)}
        ${panel('payment', 'The payment', livePart('payment', list), true)}
      </div>`,
  };
}

function statusPart(view: ReturnedView): Html {
  return html`${command(readCommand(view, view.shown.payment.paymentId))}
    <p>The answer now:</p>
    ${livePart('status', html`<pre><code>${view.status}</code></pre>`)}`;
}

function titleOf({ status }: PaymentRow): string {
  return titles[status] ?? status;
}

function resultPart(payment: PaymentRow): Html {
  const code = payment.rejectCode;
  return html`<div class="result">
      ${mark(toneOf(payment))}
      <h1>${titleOf(payment)}</h1>
    </div>
    <p class="lead">
      ${amountOf(payment)}${code === null ? undefined : html`, reject code <code>${code}</code>`}
    </p>`;
}

function messagesPart({ messages, ownReceiver }: ReturnedView): Html {
  if (ownReceiver !== null) {
    return html`<p>
      This merchant has its own receiver, <code>${ownReceiver}</code>, which gets the notifications.
    </p>`;
  }
  if (messages.length === 0) {
    return html`<p class="muted">None has been received yet.</p>`;
  }
  const [latest, ...earlier] = messages;
  return html`<p>
      As the receiver of the sandbox got it. The signature is valid for the notification secret.
    </p>
    ${latest && messagePart(latest)}
    ${
      earlier.length === 0
        ? undefined
        : html`<details>
            <summary>Earlier notifications (${earlier.length})</summary>
            ${earlier.map(messagePart)}
          </details>`
    }`;
}

function messagePart({ headers, body }: ReceivedMessage): Html {
  const head = Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
  return html`<pre><code>POST /sandbox/notifications
${head}

${body}</code></pre>`;
}

interface Step {
  readonly text: string;
  readonly operation: string;
  readonly body: string;
}

/** The operations that the gateway accepts in this state. */
function stepsOf({ status, transKind, capturedMinor, refundedMinor }: PaymentRow): Step[] {
  const cancel = { text: 'Cancel it', operation: 'cancel', body: '{}' };
  if (status === 'NEW' || status === 'PENDING') return [cancel];
  const isPaid = status === 'COMPLETED' || status === 'SETTLED';
  if (isPaid && transKind === 'PREAUTH' && capturedMinor === 0n) {
    const capture = { text: 'Capture the held money', operation: 'capture', body: '{}' };
    return [capture, { ...cancel, text: 'Or release it' }];
  }
  if (isPaid && refundedMinor < capturedMinor) {
    return [{ text: 'Refund a part', operation: 'refund', body: '{"amount":1.00}' }];
  }
  return [];
}

function nextPart(view: ReturnedView): Html {
  const { payment } = view.shown;
  const steps = stepsOf(payment);
  if (steps.length === 0) return html`<p>Nothing: the payment has ended.</p>`;
  return html`<p>Get a token:</p>
    ${command(tokenCommand(view))}
    ${steps.map(
      ({ text, operation, body }) =>
        html`<p>${text}:</p>
          ${command(operationCommand(view, payment.paymentId, operation, body))}`,
    )}`;
}

export function unknownPaymentPage(path: string): FramedPage {
  return {
    status: 404,
    title: 'Error: unknown payment',
    main: html`<h1>Unknown payment</h1>
      <p class="lead">No demo merchant has a payment with this id.</p>
      <p><a class="button main" href="${path}/">Make a test payment</a></p>`,
  };
}

// The latest payments on the start page, each with its status and the pages on which it continues.

import { isoTime, type Instant } from '@bramka/gateway/core/clock.ts';
import { formatAmount, money } from '@bramka/gateway/core/money.ts';
import { html, type Html } from '@bramka/gateway/http/pages/html.ts';
import { hiddenField } from '../../pages/form-parts.ts';
import { linksOf, type LinkBase, type PaymentLinks } from '../links.ts';
import type { DemoPayment, PaymentRow } from '../parts.ts';

type Tone = 'good' | 'wait' | 'bad';

export function toneOf({ status }: Pick<PaymentRow, 'status'>): Tone {
  if (status === 'COMPLETED' || status === 'SETTLED') return 'good';
  return status === 'NEW' || status === 'PENDING' ? 'wait' : 'bad';
}

export function paymentList(all: readonly DemoPayment[], base: LinkBase): Html {
  if (all.length === 0) {
    return html`<p class="muted">
      No payments yet. Make a test payment, or create one with curl.
    </p>`;
  }
  return html`<ul class="rows columns">
    ${all.map((shown) => paymentItem(shown, base))}
  </ul>`;
}

function paymentItem(shown: DemoPayment, base: LinkBase): Html {
  const { payment } = shown;
  const { paymentId, method, merchantId, extOrderId, description, rejectCode } = payment;
  const facts = [
    method === null ? 'no method yet' : (base.methodTitles[method] ?? method),
    ...(payment.transKind === 'PREAUTH' ? ['preauthorization'] : []),
    `merchant ${merchantId}`,
    ...(description === null ? [] : [html`<bdi>${description}</bdi>`]),
    ...(extOrderId === null ? [] : [html`order <bdi>${extOrderId}</bdi>`]),
  ];
  return html`<li>
    <p class="head">
      <strong>${amountOf(payment)}</strong>
      ${statusChip(payment)} ${rejectCode === null ? undefined : html`<code>${rejectCode}</code>`}
      <span class="muted small">${shortTime(payment.createdAt)}</span>
    </p>
    <p class="muted small">${facts.map((fact, index) => [index === 0 ? '' : ' · ', fact])}</p>
    <p class="small"><code class="value">${paymentId}</code></p>
    ${linkRow(payment, linksOf(shown, base))}
  </li>`;
}

export function amountOf({ amountMinor, currency }: PaymentRow): string {
  return `${formatAmount(money(amountMinor, currency))} ${currency}`;
}

function statusChip(payment: PaymentRow): Html {
  return html`<span class="chip ${toneOf(payment)}">${payment.status}</span>`;
}

/** Screen readers hear to which payment a link belongs. */
function linkRow(payment: PaymentRow, links: PaymentLinks): Html {
  const of = html`<span class="hidden"> of the payment of ${amountOf(payment)}</span>`;
  const anchor = (href: string | undefined, text: string): Html | undefined =>
    href === undefined ? undefined : html`<a href="${href}">${text}${of}</a>`;
  const { challenge } = links;
  return html`<div class="links">
    ${anchor(links.page, 'Payment page')} ${anchor(links.bank, "Bank's page")}
    ${
      challenge &&
      html`<form method="post" action="${challenge.url}">
        ${hiddenField('creq', challenge.creq)}
        <button type="submit">Challenge${of}</button>
      </form>`
    }
    ${anchor(links.phone, 'BLIK phone')} ${anchor(links.returned, "The shop's view")}
  </div>`;
}

/** Such as 16 Nov, 14:03:05 UTC. */
function shortTime(at: Instant): Html {
  const text = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    timeZone: 'UTC',
  }).format(at);
  return html`<time datetime="${isoTime(at)}">${text} UTC</time>`;
}

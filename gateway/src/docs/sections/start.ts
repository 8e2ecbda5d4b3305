// The first steps on the start page: a token, a payment, its status, and what the sandbox offers.

import { curlFor, keeping, type Reader } from '../content/curl.ts';
import type { ApiOperation } from '../content/operations.ts';
import type { DocsFacts } from '../docs-facts.ts';
import { html, type Html } from '../../http/pages/html.ts';
import { block, command, row, table } from './pieces.ts';
import { layOut, usualAnswer } from '../content/samples.ts';

const steps = [
  {
    id: 'postAuth',
    title: '1. Get an access token',
    text:
      'Exchange your MID and API secret for a token. The command prints the answer and stores ' +
      'the token.',
    keep: { name: 'TOKEN', field: 'access_token' },
  },
  {
    id: 'postPayment',
    title: '2. Create a payment',
    text:
      'Amounts are in major units. The answer is PENDING, because the acquirer has not decided ' +
      'yet. The command stores the id of the payment.',
    keep: { name: 'PAYMENT_ID', field: 'paymentId' },
  },
  {
    id: 'getPaymentByPaymentIdStatus',
    title: '3. Read the status',
    text: 'COMPLETED means paid. The page Payment states explains the others.',
    keep: undefined,
  },
] as const;

export function startSection(
  operations: readonly ApiOperation[],
  facts: DocsFacts,
  reader: Reader,
): Html {
  const shown = steps.map(({ id, title, text, keep }) => {
    const operation = operations.find((one) => one.id === id);
    if (!operation) return undefined;
    const curl = curlFor(operation, reader);
    const shell = keep ? keeping(keep.name, keep.field, curl) : curl;
    return html`<h2>${title}</h2>
      <p>${text}</p>
      ${command(shell, title)} ${block(layOut(usualAnswer(operation)), `Answer to step ${title}`)}`;
  });
  return html`<section id="start">
    <p>Three commands for a shell such as bash or zsh. A click selects the whole command.</p>
    ${facts.demoMerchants.length === 0 ? ownKeys : undefined} ${shown}
    ${facts.demoMerchants.length === 0 ? undefined : sandbox(facts)}
  </section>`;
}

const ownKeys = html`<p>
  Replace <code>YOUR_MID</code> and <code>YOUR_API_SECRET</code> with your own MID and API secret.
  Keep the secret on your server: never in a browser, an app or a repository.
</p>`;

function sandbox({ demoMerchants, triggersPath }: DocsFacts): Html {
  const rows = demoMerchants.map((demo) =>
    row(
      html`<code>${demo.merchantId}</code>`,
      html`<code>${demo.apiSecret}</code>`,
      html`<code>${demo.notificationSecret}</code>`,
    ),
  );
  const triggers = html`<p>
    Acquirer and issuers are simulated, and no money moves. Card numbers, amounts and cardholder
    names decide what happens: a decline, a challenge, a slow answer, no answer. The whole list is
    at <a href="${triggersPath}">${triggersPath}</a>.
  </p>`;
  return html`<h2 id="sandbox">The sandbox</h2>
    <p>These merchants are ready to use.</p>
    ${table(['MID', 'API secret', 'Notification secret'], rows, 'Demo merchants')}
    ${triggersPath === null ? undefined : triggers}`;
}

// The rules for every call: tokens, values, idempotency, limits.

import type { DocsFacts } from '../docs-facts.ts';
import type { RequestLimits } from '../../http/limits.ts';
import { html, type Html } from '../../http/pages/html.ts';
import { keptRefusals } from '../../http/idempotency.ts';
import { errorLink, row, table } from './pieces.ts';

export function rulesSection(facts: DocsFacts): Html {
  return html`<section id="rules">
    ${tokens(facts)}${values}${idempotency}${limits(facts.limits)}
  </section>`;
}

function tokens({ tokenLifetimes }: DocsFacts): Html {
  const rows = tokenLifetimes.map(({ resource, seconds }) =>
    row(html`<code>${resource}</code>`, lifetime(seconds), tokenUse[resource]),
  );
  return html`<h2 id="tokens">Access tokens</h2>
    <p>
      Send the token as <code>Authorization: Bearer …</code>. Keep merchant tokens on your server:
      they must never reach a browser. After a 401 get a new token and repeat the call.
    </p>
    ${table(['Resource', 'Valid for', 'Allows'], rows, 'Access tokens')}`;
}

const tokenUse: Readonly<Record<string, string>> = {
  PAYMENT: 'payments and refunds',
  TOKENIZER: 'card tokens',
  UNIVERSAL: 'everything that the merchant may do',
};

function lifetime(seconds: number): string {
  return seconds % 3600 === 0 ? `${seconds / 3600} hours` : `${seconds / 60} minutes`;
}

const values = html`<h2 id="values">Values</h2>
  <ul>
    <li>
      Requests and answers are JSON in UTF-8, and every success has status 200. Endpoints that also
      serve browsers say so.
    </li>
    <li>
      Amounts are JSON numbers in major units, <code>123.45</code>, with at most the decimals of
      their currency, above zero and up to 999 999 999.99.
    </li>
    <li>Times are ISO 8601 in UTC with milliseconds, <code>2026-01-31T12:00:00.000Z</code>.</li>
    <li>Ids are opaque: store them as text and do not parse them.</li>
    <li>
      <code>null</code> means absent, except in an amount whose absence means everything, where it
      is refused. Answers leave out fields without a value. New fields may appear at any time.
    </li>
    <li>
      In requests of merchants and customers an empty string means absent in fields that accept one,
      such as names and addresses. Ids, filters, codes and all other fields with a minimum length, a
      pattern or a list of values refuse it.
    </li>
    <li>
      Unknown fields are ignored, but probable spelling mistakes are refused with a suggestion:
      names that differ from a known name only by case, by one letter (names of 4 or 5 letters) or
      by up to two letters (longer names). Inside <code>customer</code>, <code>merchant</code>,
      <code>agent</code> and <code>consents</code> all unknown names are ignored. The operator API
      refuses every unknown field and query parameter.
    </li>
    <li>
      Descriptions, names, addresses, consents and account numbers must not contain a card number,
      also not in groups. Your own ids may look like one.
    </li>
    <li>
      Where an endpoint accepts a form, its fields are strings. An empty field means absent, and a
      repeated field is refused.
    </li>
    <li>
      Every answer has the header <code>X-Trace-Id</code>. Quote it when you ask for help: it
      identifies the call in the log.
    </li>
  </ul>`;

const keptLinks = [...keptRefusals].flatMap((code, index) => [
  ...(index === 0 ? [] : [', ']),
  errorLink(code),
]);

const idempotency = html`<h2 id="idempotency">Repeating safely</h2>
  <p>
    Send an <code>Idempotency-Key</code> with every POST that creates or changes a payment: 1 to 255
    printable ASCII characters, new for each operation, for instance a UUID. After a time-out or a
    status 5xx repeat the same request with the same key: it is processed once, and you get the
    answer of the first call again, byte for byte, with the header
    <code>Idempotency-Replayed: true</code>. It shows the payment as it was then; read the current
    status with <code>GET …/status</code>. Answers are kept for 24 hours. The same key with another
    request is refused with ${errorLink('IDEMPOTENCY_KEY_REUSED')}.
  </p>
  <p>
    Two requests are the same if method, path and JSON value of the body are the same. The order of
    the fields, white space, and <code>60</code> or <code>60.00</code> make no difference. Answers
    with status 200 are kept, and the refusals ${keptLinks}. Any other refusal changed nothing and
    leaves the key free: correct the request or wait, and use the key again. Keys that are sent with
    a CLIENT token are separate from yours.
  </p>
  <p>
    Send your order id in <code>order.extOrderId</code> as well: an order is never paid twice,
    whatever keys its payments have. A second payment is refused with
    ${errorLink('ORDER_ALREADY_PAID')}, or with ${errorLink('ORDER_IN_PROGRESS')} while the first
    one is not decided. The details name the other payment.
  </p>`;

function limits(most: RequestLimits): Html {
  const tooMany = errorLink('TOO_MANY_REQUESTS');
  const rows = [
    row('Request body', `${most.bodyBytes} bytes`, errorLink('BODY_TOO_LARGE')),
    row('Nesting of JSON', `${most.jsonDepth} levels`, errorLink('INVALID_JSON')),
    row('A string in JSON', `${most.jsonStringLength} characters`, errorLink('INVALID_JSON')),
    row('Fields of a form', '32', errorLink('INVALID_REQUEST')),
    row('Headers of a request', `${most.headerBytes} bytes`, errorLink('HEADERS_TOO_LARGE')),
    row('Time to send the headers', seconds(most.headerTimeoutMs), errorLink('REQUEST_TIMEOUT')),
    row('Time to send a request', seconds(most.requestTimeoutMs), errorLink('REQUEST_TIMEOUT')),
    row('Requests of a merchant', rate(most.merchantPerSecond), tooMany),
    row('Card lookups of a merchant', rate(most.cardLookupsPerSecond), tooMany),
    row('Requests with one CLIENT token', rate(most.clientPerSecond), tooMany),
    row('Requests of an address', rate(most.addressPerSecond), tooMany),
    row('Failed logins of an address', rate(most.authFailuresPerSecond), tooMany),
    row('Open requests of an address', atOnce(most.openRequestsPerAddress), tooMany),
    row('Connections of an address', atOnce(most.connectionsPerAddress), tooMany),
    row('Requests of all', atOnce(most.inFlight), errorLink('OVERLOADED')),
  ];
  return html`<h2 id="limits">Limits</h2>
    <p>
      Short bursts up to twice the rate are accepted. Answers with status 429 and 503 say in
      <code>Retry-After</code> how many seconds to wait.
    </p>
    ${table(['What', 'At most', 'Refused with'], rows, 'Limits')}`;
}

function rate(perSecond: number): string {
  return perSecond === 0 ? 'no limit' : `${perSecond} per second`;
}

function atOnce(most: number): string {
  return most === 0 ? 'no limit' : `${most} at a time`;
}

function seconds(ms: number): string {
  return `${ms / 1000} s`;
}

// The pages of complete tables: payment states with their transitions, errors, reject
// codes.

import { refusals } from '../../core/refusals.ts';
import { sandboxRefusals } from '../../core/refusals/sandbox-refusals.ts';
import type { DocsFacts } from '../docs-facts.ts';
import { html, type Html } from '../../http/pages/html.ts';
import { block, errorLink, name, row, rowAt, table } from './pieces.ts';
import { layOut } from '../content/samples.ts';

export function statesSection({ states, dataRequests, transitions }: DocsFacts): Html {
  const rows = states.map(({ status, meaning }) => rowAt(`state-${status}`, name(status), meaning));
  const requests = dataRequests.map(({ dataRequest, when, todo }) =>
    row(name(dataRequest), when, todo),
  );
  const changes = table(
    ['From', 'What happens', 'To', 'Only if'],
    transitions.map(transition),
    'Changes of state',
  );
  return html`<section id="states">
    <p>
      An operation that the state of a payment does not allow is refused with
      ${errorLink('NOT_IN_THIS_STATE')}.
    </p>
    ${table(['Status', 'Meaning'], rows, 'Payment states')}
    <h2 id="data-requests">What a payment waits for</h2>
    <p><code>dataRequest</code> names the next step of a payment that waits for data.</p>
    ${table(['dataRequest', 'When', 'What to do'], requests, 'Data requests')}
    <h2 id="transitions">Changes of state</h2>
    <p>Conditions are checked in this order; each has its own error.</p>
    ${changes}
  </section>`;
}

function transition({ from, meaning, to, only }: DocsFacts['transitions'][number]) {
  const conditions = only.map(
    (guard) => html`<div>${guard.name}, else ${errorLink(guard.refusal)}</div>`,
  );
  const states = from.map((status) => html`<div>${name(status)}</div>`);
  return row(states, meaning, to === 'unchanged' ? 'unchanged' : name(to), conditions);
}

const errorExample = {
  code: 'INVALID_REQUEST',
  message: 'order.amount must be greater than zero.',
  details: [{ field: 'order.amount', message: 'must be greater than zero' }],
  traceId: '019a8f52-7c3e-7b14-9d20-5e6f0c1a2b3d',
};

export function errorsSection(isProduction: boolean): Html {
  const rows = Object.entries(refusals)
    .filter(([code]) => !isProduction || !Object.hasOwn(sandboxRefusals, code))
    .map(([code, [status, sentence]]) => rowAt(`error-${code}`, status, name(code), sentence));
  return html`<section id="errors">
    <p>
      Every error has the same form. Decide by <code>code</code>, whose meaning never changes.
      <code>message</code> is for people, and <code>details</code> names the fields.
    </p>
    ${block(layOut(errorExample), 'An error')}
    <p>
      This list is complete. After 408, 429 and 5xx, and after errors that say so, repeat the same
      request with the same <code>Idempotency-Key</code>. Other errors need a change first.
    </p>
    ${table(['Status', 'Code', 'Meaning'], rows, 'Errors')}
  </section>`;
}

const advice: Readonly<Record<string, string>> = {
  'same-instrument': 'yes, with the same card',
  'other-instrument': 'with another card or account',
  'new-code': 'with a new code',
  'other-method': 'with another payment method',
  never: 'no',
};

export function rejectsSection({ rejectCodes }: DocsFacts): Html {
  const rows = rejectCodes.map(({ code, info, retry }) =>
    rowAt(`reject-${code}`, name(code), info, advice[retry] ?? retry),
  );
  return html`<section id="reject-codes">
    <p>
      A payment that ends without money says why in <code>rejectCode</code> and
      <code>rejectInfo</code>. The call itself succeeds with status 200. Do not show these sentences
      to customers: they would help a thief.
    </p>
    ${table(['Code', 'Meaning', 'Worth trying again?'], rows, 'Reject codes')}
  </section>`;
}

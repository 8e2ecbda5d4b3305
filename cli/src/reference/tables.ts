// The reference pages that are one closed table each: states, errors, reject codes, triggers,
// configuration.

import { variables } from '@bramka/gateway/config.ts';
import { refusals } from '@bramka/gateway/core/refusals.ts';
import type { DocsFacts } from '@bramka/gateway/http/docs/facts.ts';
import { sandboxTriggers } from '@bramka/sandbox/triggers.ts';
import { code, codes, page, plain, table } from './markdown.ts';

export function statesPage({ states, dataRequests, transitions }: DocsFacts): string {
  const rows = transitions.map(({ from, on, meaning, to, only, source }) => [
    codes(from),
    code(on),
    plain(meaning),
    to === 'unchanged' ? to : code(to),
    only.map(({ name, refusal }) => `${plain(name)}, else ${code(refusal)}`).join('; '),
    plain(source),
  ]);
  return page(
    'Payment states',
    table(
      ['Status', 'Meaning'],
      states.map(({ status, meaning }) => [code(status), plain(meaning)]),
    ),
    '## What a payment waits for',
    '`dataRequest` tells the next step of a payment that waits.',
    table(
      ['`dataRequest`', 'When', 'What to do'],
      dataRequests.map(({ dataRequest, when, todo }) => [
        code(dataRequest),
        plain(when),
        plain(todo),
      ]),
    ),
    '## Transitions',
    'What is not in this table is refused with `NOT_IN_THIS_STATE`. Conditions are checked in ' +
      'the order they stand.',
    table(['From', 'On', 'What happens', 'To', 'Only if', 'Source'], rows),
  );
}

export function errorsPage(): string {
  const rows = Object.entries(refusals).map(([name, [status, sentence]]) => [
    String(status),
    code(name),
    plain(sentence),
  ]);
  return page(
    'Errors',
    'The closed table of refusals. The body of an error is `{code, message, details, traceId}`; ' +
      'decide by `code`.',
    table(['Status', 'Code', 'Meaning'], rows),
  );
}

export function rejectCodesPage({ rejectCodes }: DocsFacts): string {
  return page(
    'Reject codes',
    'Why a payment ended without money, and whether to try again: with the same instrument, with ' +
      'another one, or never.',
    table(
      ['Code', 'Meaning', 'Try again'],
      rejectCodes.map(({ code: name, info, retry }) => [code(name), plain(info), plain(retry)]),
    ),
  );
}

export function triggersPage(): string {
  return page(
    'Sandbox triggers',
    'What makes the simulated world do what. A cardholder name goes before a card number, a card ' +
      'number before an amount; everything else is approved. The rows of `acs` and `directory` ' +
      'tell how a customer is authenticated; the acquirer approves these cards, but for the one ' +
      'that it declines without authentication. A running sandbox gives the list at ' +
      '`/sandbox/triggers`.',
    table(
      ['Kind', 'Value', 'Provider', 'Outcome', 'What happens'],
      sandboxTriggers.map(({ kind, value, provider, outcome, description }) => [
        kind,
        code(value),
        provider,
        code(outcome),
        plain(description),
      ]),
    ),
  );
}

export function configurationPage(): string {
  return page(
    'Configuration',
    'The variables of a gateway process.',
    table(
      ['Variable', 'Default', 'Meaning'],
      variables.map(([name, fallback, meaning]) => [code(name), plain(fallback), plain(meaning)]),
    ),
  );
}

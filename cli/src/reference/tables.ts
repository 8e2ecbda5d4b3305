// The reference pages that consist of tables: states, errors, reject codes, triggers and
// configuration.

import { listVariables } from '@bramka/gateway/config.ts';
import { refusals } from '@bramka/gateway/core/refusals.ts';
import type { DocsFacts } from '@bramka/gateway/docs/docs-facts.ts';
import { sandboxTriggers } from '@bramka/sandbox/parties.ts';
import { code, codes, page, plain, table } from './markdown.ts';

export function statesPage({ states, dataRequests, transitions }: DocsFacts): string {
  const rows = transitions.map(({ from, on, meaning, to, only, source }) => [
    codes(from),
    code(on),
    plain(meaning),
    to === 'unchanged' ? to : code(to),
    only.map(({ name, refusal }) => `${plain(name)}, otherwise ${code(refusal)}`).join('; '),
    plain(source),
  ]);
  return page(
    'Payment states',
    table(
      ['Status', 'Meaning'],
      states.map(({ status, meaning }) => [code(status), plain(meaning)]),
    ),
    '## What a payment waits for',
    '`dataRequest` names the next step of a waiting payment.',
    table(
      ['`dataRequest`', 'When', 'What to do'],
      dataRequests.map(({ dataRequest, when, todo }) => [
        code(dataRequest),
        plain(when),
        plain(todo),
      ]),
    ),
    '## Transitions',
    'A transition that is not in this table is refused with `NOT_IN_THIS_STATE`. Conditions are ' +
      'checked in the given order.',
    table(['From', 'Trigger', 'Meaning', 'To', 'Conditions', 'Source'], rows),
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
    'All error codes of the API. The body of an error is `{code, message, details, traceId}`. ' +
      'Use `code` in your program; `message` may say more than the sentence in this table and ' +
      'may change.',
    table(['Status', 'Code', 'Meaning'], rows),
  );
}

export function rejectCodesPage({ rejectCodes }: DocsFacts): string {
  return page(
    'Reject codes',
    'Why a payment or a transaction failed, and whether to try again: with the same instrument, ' +
      'with another instrument, or never.',
    table(
      ['Code', 'Meaning', 'Try again'],
      rejectCodes.map(({ code: name, info, retry }) => [code(name), plain(info), plain(retry)]),
    ),
  );
}

export function triggersPage(): string {
  return page(
    'Sandbox triggers',
    'Cards, cardholder names and amounts that make the simulated providers decline, challenge or ' +
      'fail. A name is the name on the card (`instrument.holder`), in upper or lower case, with ' +
      'spaces or underscores. An amount is matched by its last two digits in minor units. A name ' +
      'takes precedence over a card number, and a card number over an amount. Everything else is ' +
      'approved. The rows of `acs` and `directory` decide how the customer is ' +
      'authenticated; the acquirer approves these cards, except `SOFT_DECLINE`. A running ' +
      'sandbox serves this list at `/sandbox/triggers`.',
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
    'The environment variables of a gateway process. See [Operating](../guides/operating.md).',
    table(
      ['Variable', 'Default', 'Meaning', 'Secret'],
      listVariables().map(([name, fallback, meaning, isSecret]) => [
        code(name),
        plain(fallback),
        plain(meaning),
        isSecret ? 'yes' : '',
      ]),
    ),
  );
}

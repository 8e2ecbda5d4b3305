// docs/reference/tokenization.md: the states of a tokenization, its transitions, and what each
// operation answers in each status. A test compares every cell with the endpoints' real answers.

import { hasTransition } from '@bramka/gateway/core/machine.ts';
import {
  tokenizationTransitions,
  type TokenizationTrigger,
} from '@bramka/gateway/tokenizer/tokenization.states.ts';
import {
  tokenizationStatuses,
  type TokenizationStatus,
} from '@bramka/gateway/tokenizer/tokenization.ts';
import { tokenizationStatusMeanings } from '@bramka/gateway/tokenizer/tokenization.view.ts';
import { code, codes, page, plain, table } from './markdown.ts';

/** The operations of merchants; data can be sent while the tokenization waits for it. */
export const tokenizationOperations: Readonly<Record<string, TokenizationTrigger | 'send data'>> = {
  'PATCH tokenizer': 'send data',
  'PUT instrument': 'send data',
  'PATCH instrument': 'send data',
  cancel: 'cancel',
  discard: 'discard',
};

/** Whether the operation is possible; a repeated discard changes nothing. */
export function isPossible(
  status: TokenizationStatus,
  operation: TokenizationTrigger | 'send data',
): boolean {
  if (operation === 'send data') return status === 'NEW';
  if (operation === 'discard' && status === 'DISCARDED') return true;
  return hasTransition(tokenizationTransitions, status, operation);
}

export function tokenizationPage(): string {
  return page(
    'Tokenizations',
    'The states of a tokenization. [The guide](../guides/tokenization.md) describes how to ' +
      'tokenize cards.',
    '## States',
    table(
      ['Status', 'Meaning'],
      tokenizationStatuses.map((status) => [
        code(status),
        plain(tokenizationStatusMeanings[status]),
      ]),
    ),
    'The following transitions are possible. Each change of the status sends a ' +
      '`TOKENIZATION_STATUS` notification.',
    table(
      ['From', 'On', 'To', 'Only if', 'Because'],
      tokenizationTransitions.map(({ from, on, to, only, source }) => [
        codes(from),
        code(on),
        code(to),
        only.map(({ name, refusal }) => `${plain(name)}, otherwise ${code(refusal)}`).join('; '),
        plain(source),
      ]),
    ),
    '## Operations by status',
    'The answer of every operation: 200, or `NOT_IN_THIS_STATE`. In PENDING, data can be sent ' +
      'only while `dataRequest` asks for it.',
    table(
      ['Status', ...Object.keys(tokenizationOperations).map(plain)],
      tokenizationStatuses.map((status) => [
        code(status),
        ...Object.values(tokenizationOperations).map((operation) =>
          isPossible(status, operation) ? '200' : code('NOT_IN_THIS_STATE'),
        ),
      ]),
    ),
  );
}

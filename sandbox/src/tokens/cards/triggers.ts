// The trigger catalogue of the simulated token service, as data: cards that make provisioning fail
// or behave in a special way. Every other card of Visa and Mastercard gets a token at once.

import { triggersOf } from '../../party/trigger.ts';

/** The delay of a slow answer. */
export const DELAY_MS = 3_000;

type Outcome =
  | 'TOKENIZATION_DECLINED'
  | 'SLOW'
  | 'ANSWER_LOST'
  | 'GARBAGE_ANSWER'
  | 'PROVIDER_ERROR'
  | 'ARRIVES_SUSPENDED';

const rows: readonly (readonly [outcome: Outcome, card: string, what: string])[] = [
  ['TOKENIZATION_DECLINED', '4000000000030009', 'Visa: no token is issued for the card.'],
  ['TOKENIZATION_DECLINED', '5200000000030004', 'Mastercard: no token is issued for the card.'],
  ['SLOW', '4000000000030017', 'The token is issued after 3 seconds.'],
  [
    'ANSWER_LOST',
    '4000000000030025',
    'The token is issued, but the first request is never answered; a repeated one is.',
  ],
  [
    'GARBAGE_ANSWER',
    '4000000000030033',
    'The token is issued, but the first answer is unreadable; a repeated request is answered.',
  ],
  [
    'PROVIDER_ERROR',
    '4000000000030041',
    'The token is issued, but the first answer has status 503; a repeated request is answered.',
  ],
  ['ARRIVES_SUSPENDED', '4000000000030058', 'The token is issued, but suspended at first.'],
  [
    'ARRIVES_SUSPENDED',
    '5200000000030012',
    'Mastercard: the token is issued, but suspended at first.',
  ],
];

export const tokenTriggers = triggersOf('card', 'tokens', rows);

const byCard = new Map(rows.map(([outcome, card]) => [card, outcome]));

/** How the service reacts to a request for a token of this card. */
export function behaviourFor(card: string): Outcome | undefined {
  return byCard.get(card);
}

// The simulated token service for programs: changes tokens as customers and issuers do.

import { Type } from 'typebox';
import { invalid, refuse } from '@bramka/gateway/core/refusals.ts';
import { isUuid } from '@bramka/gateway/core/id.ts';
import { present } from '@bramka/gateway/core/json/present.ts';
import { endpoint, type HandledEndpoint } from '@bramka/gateway/http/endpoint.ts';
import { RawReply } from '@bramka/gateway/http/pages/raw-reply.ts';
import { time } from '@bramka/gateway/http/schema.ts';
import { cardNumber, forAnybody, text, uuid, yearMonth } from '../../party/schemas.ts';
import type { TokenChanges } from '../changes.ts';
import type { TokenChange } from '../token.ts';
import type { Status } from '../rows.ts';

interface Deps {
  readonly tokens: TokenChanges;
}

const number = (description: string) => Type.Integer({ description });

const view = Type.Object({
  instrumentRef: uuid('Id of the token'),
  scheme: text('VTS or SCOF.'),
  merchantId: text('MID of the merchant it was issued for.'),
  status: text('ACTIVE, SUSPENDED or DELETED.'),
  tokenLastFour: text('Last four digits of the token.'),
  expiry: text('Expiry of the token as YYYYMM.'),
  cardLastFour: text('Last four digits of the card.'),
  cardExpiry: text('Expiry of the card as YYYYMM.'),
  paymentAccountReference: text('The same for all tokens of a card (PAR).'),
  visualId: text('Id of the picture.'),
  cryptograms: number('How many cryptograms were issued.'),
  sequence: number('How often the token has changed.'),
  createdAt: time('When it was issued'),
});

const params = Type.Object({ instrumentRef: uuid('Id of the token') });
const one = '/api/tokens/{instrumentRef}';

const listTokens = endpoint(
  {
    ...forAnybody,
    method: 'GET',
    path: '/api/tokens',
    summary: 'List the network tokens of the simulated token service',
    description: 'The newest 100, the newest first.',
    reply: Type.Array(view),
  },
  ({ tokens }: Deps) => tokens.list(),
);

const changing = {
  ...forAnybody,
  method: 'POST',
  description: 'Answered when the news have been sent to the gateway once.',
  params,
  reply: view,
} as const;

const statusChange = (name: string, summary: string, status: Status): HandledEndpoint<Deps> =>
  endpoint(
    {
      ...changing,
      path: `${one}/${name}`,
      summary,
      refusals: ['NETWORK_TOKEN_NOT_FOUND', 'NETWORK_TOKEN_DELETED'],
    },
    ({ tokens }: Deps, { params: { instrumentRef } }) => change(tokens, instrumentRef, { status }),
  );

const updateToken = endpoint(
  {
    ...changing,
    path: `${one}/update`,
    summary: 'Replace the card behind a network token, or change its dates or picture',
    body: Type.Object({
      cardNumber: Type.Optional(cardNumber('New card of the same organization.')),
      cardExpiry: Type.Optional(yearMonth('Its expiry as YYYYMM.')),
      expiry: Type.Optional(yearMonth('New expiry of the token as YYYYMM.')),
      newArt: Type.Optional(Type.Boolean({ description: 'Whether the picture changes.' })),
    }),
    bodyOptional: true,
    refusals: ['INVALID_REQUEST', 'NETWORK_TOKEN_NOT_FOUND', 'NETWORK_TOKEN_DELETED'],
  },
  ({ tokens }: Deps, { params: { instrumentRef }, body }) => {
    const { cardNumber: card, cardExpiry, expiry, newArt } = body;
    return change(tokens, instrumentRef, present({ card, cardExpiry, expiry, newArt }));
  },
);

async function change(tokens: TokenChanges, reference: string, wanted: TokenChange) {
  const changed = await tokens.change(referenceIn(reference), wanted);
  if (changed === 'not-found') return refuse('NETWORK_TOKEN_NOT_FOUND');
  if (changed === 'deleted') return refuse('NETWORK_TOKEN_DELETED');
  if (changed === 'other-organization') {
    throw invalid('cardNumber', 'must be a card of the same organization');
  }
  return changed;
}

const showPicture = endpoint(
  {
    ...forAnybody,
    method: 'GET',
    path: `${one}/visual`,
    summary: 'Show the picture of a card (SVG)',
    description: 'The ETag is the visualId.',
    params,
    reply: text('The picture.'),
    replyType: 'image/svg+xml',
    refusals: ['NETWORK_TOKEN_NOT_FOUND'],
  },
  async ({ tokens }: Deps, { params: { instrumentRef }, header }) => {
    const picture = await tokens.picture(referenceIn(instrumentRef));
    if (!picture) return refuse('NETWORK_TOKEN_NOT_FOUND');
    const etag = `"${picture.visualId}"`;
    const headers = { etag, 'cache-control': 'no-cache', 'content-type': 'image/svg+xml' };
    if (header('if-none-match') === etag) return new RawReply(304, headers, '');
    return new RawReply(200, headers, picture.svg);
  },
);

function referenceIn(given: string): string {
  return isUuid(given) ? given : refuse('NETWORK_TOKEN_NOT_FOUND');
}

export const tokenEndpoints = [
  listTokens,
  statusChange('suspend', 'Suspend a network token', 'SUSPENDED'),
  statusChange('resume', 'Resume a suspended network token', 'ACTIVE'),
  updateToken,
  statusChange('delete', 'Delete a network token for good', 'DELETED'),
  showPicture,
];

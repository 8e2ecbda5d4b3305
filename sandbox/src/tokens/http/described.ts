// Documentation of the routes in tokens/http/server.ts: the token service protocol and the control
// API.

import { Type, type TSchema } from 'typebox';
import { defect } from '@bramka/gateway/core/assert.ts';
import { endpoint, route, type Route } from '@bramka/gateway/http/endpoint.ts';
import { oneOf, patternText, time } from '@bramka/gateway/http/schema.ts';
import { tokenVerbs, type TokenVerb } from '@bramka/gateway/token-services/plain/messages.ts';
import { cardNumber, currency, merchantId, uuid, yearMonth } from '../../party/schemas.ts';
import { schemes } from '../rows.ts';

const servedElsewhere = (): never => defect('this route is served by tokens/http/server.ts');
const text = (description: string) => Type.String({ description });
const optional = (description: string) => Type.Optional(text(description));
const number = (description: string) => Type.Integer({ description });

const summaries: Readonly<Record<TokenVerb, string>> = {
  provision: 'Issue a network token for a card',
  cryptogram: 'Issue a cryptogram for one authorization',
  remove: 'Delete a network token',
  read: 'Read a network token',
  visual: 'Read the picture of a card',
};
const note =
  'Part of the token service protocol; can be repeated. Test cards and faults make it answer ' +
  'with status 503, with a page instead of JSON, or not at all.';

const instrumentRef = uuid('The token');
const bodies: Readonly<Record<TokenVerb, TSchema>> = {
  provision: Type.Object({
    requestId: uuid('The idempotency key'),
    merchantId,
    encCardInfo: Type.String({ minLength: 1, maxLength: 4096, description: 'JWE of the card.' }),
    notificationUrl: patternText('^https?://[!-~]{1,480}$', 'an address of the gateway', {
      description: 'Where news are sent: an address of the gateway.',
    }),
  }),
  cryptogram: Type.Object({
    instrumentRef,
    merchantId,
    amountMinor: patternText('^(0|[1-9][0-9]{0,17})$', 'a whole number of at most 18 digits', {
      description: 'In minor units.',
    }),
    currency,
  }),
  remove: Type.Object({ instrumentRef }),
  read: Type.Object({ instrumentRef }),
  visual: Type.Object({
    instrumentRef,
    visualId: patternText('^[A-Za-z0-9_-]{1,64}$', 'the id of a picture', {
      description: 'Id of the picture.',
    }),
  }),
};

const token = Type.Object(
  {
    instrumentRef: uuid('Id of the token'),
    status: text('ACTIVE, SUSPENDED or DELETED.'),
    encTokenInfo: text('JWE of number and expiry.'),
    paymentAccountReference: text('The same for all tokens of a card (PAR).'),
    cardLastFour: text('Last four digits of the card.'),
    visualId: text('Id of the picture.'),
    sequence: number('How often the token has changed.'),
  },
  { description: 'PROVISIONED and FOUND: the token.' },
);

const reply = Type.Object({
  result: oneOf(
    {
      PROVISIONED: 'The token was issued.',
      DECLINED: 'No token is issued; rejectCode says why.',
      ISSUED: 'The cryptogram was issued.',
      REFUSED: 'No cryptogram is issued; why says why.',
      REMOVED: 'The token is deleted.',
      FOUND: 'Found.',
      NOT_FOUND: 'There is no such token or picture.',
    },
    'Result of the request.',
  ),
  requestId: optional('As in the request.'),
  instrumentRef: optional('As in the request.'),
  token: Type.Optional(token),
  rejectCode: optional('DECLINED: why.'),
  why: optional('REFUSED: SUSPENDED, DELETED or NOT_FOUND.'),
  cryptogram: optional('ISSUED: base64 of 20 bytes.'),
  eci: optional('ISSUED: electronic commerce indicator.'),
  visualId: optional('Id of the picture.'),
  mimeType: optional('Type of the picture.'),
  width: Type.Optional(number('Of the picture, in pixels.')),
  height: Type.Optional(number('Of the picture, in pixels.')),
  data: optional('The picture in base64.'),
});

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

const shared = { access: 'open', neighbour: {}, answer: servedElsewhere } as const;
const params = Type.Object({ instrumentRef: uuid('Id of the token') });

export function tokensDescription(prefix: string): Route[] {
  return [...controlDescription(`${prefix}/api/tokens`), ...protocolDescription(prefix)];
}

function protocolDescription(prefix: string): Route[] {
  const described = (verb: TokenVerb) =>
    endpoint({
      ...shared,
      summary: summaries[verb],
      description: note,
      body: bodies[verb],
      reply,
      refusals: ['INVALID_REQUEST', 'REQUEST_REUSED', 'PROVIDER_OUT_OF_ORDER'],
    });
  return schemes.flatMap((scheme) =>
    tokenVerbs.map((verb) =>
      route('POST', `${prefix}/${scheme.toLowerCase()}/${verb}`, described(verb)),
    ),
  );
}

function controlDescription(tokens: string): Route[] {
  const change = (summary: string) =>
    endpoint({
      ...shared,
      summary,
      description: 'Answered when the news have been sent to the gateway once.',
      params,
      reply: view,
      refusals: ['NETWORK_TOKEN_NOT_FOUND', 'NETWORK_TOKEN_DELETED'],
    });
  const list = endpoint({
    ...shared,
    summary: 'List the network tokens of the simulated token service',
    description: 'The newest 100, the newest first.',
    reply: Type.Array(view),
  });
  const update = endpoint({
    ...shared,
    summary: 'Replace the card behind a network token, or change its dates or picture',
    description: 'Answered when the news have been sent to the gateway once.',
    params,
    body: Type.Object({
      cardNumber: Type.Optional(cardNumber('New card of the same organization.')),
      cardExpiry: Type.Optional(yearMonth('Its expiry as YYYYMM.')),
      expiry: Type.Optional(yearMonth('New expiry of the token as YYYYMM.')),
      newArt: Type.Optional(Type.Boolean({ description: 'Whether the picture changes.' })),
    }),
    bodyOptional: true,
    reply: view,
    refusals: ['INVALID_REQUEST', 'NETWORK_TOKEN_NOT_FOUND', 'NETWORK_TOKEN_DELETED'],
  });
  const visual = endpoint({
    ...shared,
    summary: 'Show the picture of a card (SVG)',
    description: 'The ETag is the visualId.',
    params,
    reply: Type.String({ description: 'The picture.' }),
    replyType: 'image/svg+xml',
    refusals: ['NETWORK_TOKEN_NOT_FOUND'],
  });
  const one = `${tokens}/{instrumentRef}`;
  return [
    route('GET', tokens, list),
    route('POST', `${one}/suspend`, change('Suspend a network token')),
    route('POST', `${one}/resume`, change('Resume a suspended network token')),
    route('POST', `${one}/update`, update),
    route('POST', `${one}/delete`, change('Delete a network token for good')),
    route('GET', `${one}/visual`, visual),
  ];
}

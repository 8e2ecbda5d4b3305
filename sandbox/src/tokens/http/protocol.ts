// The token service protocol as the simulated services speak it: a call for each verb of each
// scheme.

import { Type, type TSchema } from 'typebox';
import { endpoint, type HandledEndpoint } from '@bramka/gateway/http/endpoint.ts';
import { oneOf, patternText } from '@bramka/gateway/http/schema.ts';
import {
  tokenVerbs,
  type TokenAnswer,
  type TokenVerb,
} from '@bramka/gateway/token-services/plain/messages.ts';
import { currency, forKeyHolders, maybe, merchantId, text, uuid } from '../../party/schemas.ts';
import { providerReply } from '../../wire/unanswered.ts';
import { schemes, type Scheme } from '../rows.ts';

interface Deps {
  readonly handle: (
    scheme: Scheme,
    verb: TokenVerb,
    request: unknown,
  ) => Promise<TokenAnswer | undefined>;
}

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
  requestId: maybe('As in the request.'),
  instrumentRef: maybe('As in the request.'),
  token: Type.Optional(token),
  rejectCode: maybe('DECLINED: why.'),
  why: maybe('REFUSED: SUSPENDED, DELETED or NOT_FOUND.'),
  cryptogram: maybe('ISSUED: base64 of 20 bytes.'),
  eci: maybe('ISSUED: electronic commerce indicator.'),
  visualId: maybe('Id of the picture.'),
  mimeType: maybe('Type of the picture.'),
  width: Type.Optional(number('Of the picture, in pixels.')),
  height: Type.Optional(number('Of the picture, in pixels.')),
  data: maybe('The picture in base64.'),
});

const callOf = (scheme: Scheme, verb: TokenVerb): HandledEndpoint<Deps> =>
  endpoint(
    {
      ...forKeyHolders,
      method: 'POST',
      path: `/${scheme.toLowerCase()}/${verb}`,
      summary: summaries[verb],
      description: note,
      body: bodies[verb],
      reply,
      refusals: ['INVALID_REQUEST', 'REQUEST_REUSED', 'PROVIDER_OUT_OF_ORDER'],
    },
    async ({ handle }, call) => providerReply(call, await handle(scheme, verb, call.body)),
  );

export const serviceCalls = schemes.flatMap((scheme) =>
  tokenVerbs.map((verb) => callOf(scheme, verb)),
);

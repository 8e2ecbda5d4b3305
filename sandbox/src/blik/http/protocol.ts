// The BLIK protocol as the simulated operator serves it: a call for each verb.

import { Type, type TSchema } from 'typebox';
import { endpoint, type HandledEndpoint } from '@bramka/gateway/http/endpoint.ts';
import { oneOf, patternText } from '@bramka/gateway/http/schema.ts';
import {
  blikVerbs,
  type BlikAnswer,
  type BlikVerb,
} from '@bramka/gateway/providers/blik/messages.ts';
import { forKeyHolders, maybe, minorUnits, operation, text, uuid } from '../../party/schemas.ts';
import { providerReply } from '../../wire/unanswered.ts';

interface Deps {
  readonly handle: (verb: BlikVerb, request: unknown) => Promise<BlikAnswer | undefined>;
}

const note =
  'Part of the BLIK protocol; can be repeated with the same attemptId. Test codes and faults ' +
  'make it answer with status 503, with a page instead of JSON, or not at all.';

const summaries: Readonly<Record<BlikVerb, string>> = {
  authorize: 'Ask the simulated BLIK operator for a payment',
  stop: 'Ask the simulated BLIK operator to end a payment that waits',
  reverse: 'Ask the simulated BLIK operator to take a payment back',
  refund: 'Ask the simulated BLIK operator to return money',
  inquire: 'Ask the simulated BLIK operator for a result',
};

const optional = Type.Optional;
const alias = patternText('^[ -~]{3,64}$', '3 to 64 printable ASCII characters', {
  description: '3 to 64 printable ASCII characters.',
});
const MAX_DIGITS = 15;
/** Any character but control characters, in a syntax that other schema readers support too. */
const SHOWN = '[^\\u0000-\\u001f\\u007f-\\u009f]';
const minor = (description: string) => optional(minorUnits(description, MAX_DIGITS));
const terms = {
  ...operation(MAX_DIGITS),
  currency: oneOf({ PLN: 'Złoty.' }, 'Only PLN.'),
};

const ticket = Type.Object(
  {
    type: oneOf(
      {
        CODE: 'A code of six digits.',
        UID: 'An alias for OneClick payments.',
        PAYID: 'An alias for recurring payments.',
      },
      'What the customer pays with.',
    ),
    code: optional(patternText('^[0-9]{6}$', 'six digits', { description: 'With CODE.' })),
    alias: optional(alias),
    app: optional(
      patternText('^[!-~]{1,64}$', '1 to 64 visible characters', {
        description: 'With UID: key of the bank app, if the alias belongs to several.',
      }),
    ),
  },
  { description: 'What the customer pays with.' },
);

const recurring = Type.Object(
  {
    model: oneOf({ A: 'Fixed.', M: 'Within limits.', O: 'Free.' }, 'Model of the agreement.'),
    frequency: optional(
      patternText('^[0-9]{1,3}[DWMY]$', 'a period such as 1M', { description: 'Such as 1M.' }),
    ),
    limitMinor: minor('Highest charge.'),
    totalLimitMinor: minor('Highest sum.'),
    totalCount: optional(minorUnits('Highest number of charges.', 6)),
    expiresOn: optional(
      patternText('^[0-9]{8}$', 'a day as YYYYMMDD', { description: 'Last day as YYYYMMDD.' }),
    ),
  },
  { description: 'With PAYID: limits of the agreement.' },
);

const registration = Type.Object(
  {
    type: oneOf({ UID: 'OneClick.', PAYID: 'Recurring.' }, 'Type of the alias.'),
    alias,
    label: patternText(`^${SHOWN}{1,64}$`, '1 to 64 characters', {
      description: 'What the customer sees in the bank app.',
    }),
    recurring: optional(recurring),
  },
  { description: 'The alias that the customer is asked to save.' },
);

const authorize = Type.Object({
  ...terms,
  ticket,
  register: optional(registration),
  payer: Type.Object(
    {
      ip: optional(
        patternText('^[0-9a-fA-F.:]{2,45}$', 'an IP address', {
          description: 'Address of the customer.',
        }),
      ),
      userAgent: optional(
        patternText(`^${SHOWN}{1,2048}$`, '1 to 2048 characters', {
          description: 'Browser of the customer.',
        }),
      ),
    },
    { description: 'The device of the customer.' },
  ),
  description: patternText(`^${SHOWN}{0,200}$`, 'at most 200 characters', {
    description: 'What the customer pays for.',
  }),
  notificationUrl: patternText('^https?://[!-~]{1,1000}$', 'an address of the gateway', {
    description: 'Where the result is sent: an address of the gateway.',
  }),
});
const followUp = Type.Object({
  ...terms,
  originalAttemptId: uuid('The authorization that the operation is about'),
});
const bodies: Readonly<Record<BlikVerb, TSchema>> = {
  authorize,
  stop: followUp,
  reverse: followUp,
  refund: followUp,
  inquire: Type.Object({ attemptId: uuid('The operation that is asked about') }),
};

const reply = Type.Object({
  result: oneOf(
    {
      APPROVED: 'Approved.',
      DECLINED: 'Declined; reason says why.',
      PENDING: 'Not decided yet.',
      AMBIGUOUS: 'The alias belongs to several bank apps; nothing was ordered.',
      NOT_FOUND: 'inquire: no request with this attemptId has arrived.',
    },
    'Result of the operation.',
  ),
  attemptId: text('As in the request.'),
  reference: maybe('Id of the operation at the operator.'),
  amountMinor: maybe('APPROVED: in minor units.'),
  currency: maybe('APPROVED: PLN.'),
  reason: maybe('DECLINED: why.'),
  confirm: Type.Optional(
    Type.Boolean({ description: 'PENDING: whether the customer must confirm in the bank app.' }),
  ),
  apps: Type.Optional(
    Type.Array(
      Type.Object({
        key: text('Key of the app.'),
        label: text('Name of the app.'),
      }),
      { description: 'AMBIGUOUS: the bank apps of the alias.' },
    ),
  ),
});

const callOf = (verb: BlikVerb): HandledEndpoint<Deps> =>
  endpoint(
    {
      ...forKeyHolders,
      method: 'POST',
      path: `/${verb}`,
      summary: summaries[verb],
      description: note,
      body: bodies[verb],
      reply,
      refusals: ['INVALID_REQUEST', 'ATTEMPT_REUSED', 'PROVIDER_OUT_OF_ORDER'],
    },
    async ({ handle }, call) => providerReply(call, await handle(verb, call.body)),
  );

export const operatorCalls = blikVerbs.map(callOf);

// Documentation of the routes in blik/http/server.ts: the BLIK protocol and the phone for programs.

import { Type } from 'typebox';
import { defect } from '@bramka/gateway/core/assert.ts';
import { endpoint, route, type Route } from '@bramka/gateway/http/endpoint.ts';
import { oneOf, time } from '@bramka/gateway/http/schema.ts';
import { uuid } from '../../party/schemas.ts';
import { operatorDescription } from './described-protocol.ts';

const servedElsewhere = (): never => defect('this route is served by blik/http/server.ts');
const text = (description: string) => Type.String({ description });
const optional = Type.Optional;

const onePhone = optional(text('Key of the phone, 1 to 3; absent: 1'));
const filter = Type.Object({ phone: optional(text('Only of this phone; absent: all')) });
const code = Type.Object({
  code: text('Six digits.'),
  phone: text('Key of the phone.'),
  expiresAt: time('Until when it can be used, two minutes'),
});
const recurring = optional(
  Type.Object(
    {
      model: text('A: fixed, M: within limits, O: free.'),
      frequency: optional(text('Such as 1M.')),
      limitMinor: optional(text('Highest charge in minor units.')),
      totalLimitMinor: optional(text('Highest sum in minor units.')),
      totalCount: optional(text('Highest number of charges.')),
      expiresOn: optional(text('Last day as YYYYMMDD.')),
    },
    { description: 'Limits of an agreement.' },
  ),
);
const push = Type.Object({
  pushId: uuid('Id of the push; the attempt id of the payment'),
  phone: text('Key of the phone.'),
  merchantId: text('MID of the merchant.'),
  paymentId: uuid('Id of the payment'),
  description: text('What the customer pays for.'),
  amount: text('In major units.'),
  currency: text('PLN'),
  expiresAt: time('Until when it can be confirmed'),
  saves: optional(
    Type.Object(
      { type: text('UID or PAYID.'), label: text('Name of the shop in the app.'), recurring },
      { description: 'The shop that the customer is asked to save.' },
    ),
  ),
});
const alias = Type.Object({
  aliasId: uuid('Id of the saved shop'),
  merchantId: text('MID of the merchant.'),
  type: text('UID: OneClick, PAYID: recurring.'),
  alias: text('The alias of the merchant.'),
  label: text('Name of the shop in the app.'),
  phone: text('Key of the phone.'),
  createdAt: time('When it was saved'),
  recurring,
});
const record = Type.Object({
  attemptId: uuid('Names the operation'),
  originalAttemptId: optional(uuid('The authorization that a later operation is about')),
  verb: text('authorize, stop, reverse or refund.'),
  state: text('WAITING, APPROVED, DECLINED or AMBIGUOUS.'),
  reason: optional(text('Why it was declined.')),
  reference: text('Id at the operator.'),
  ticketType: optional(text('CODE, UID or PAYID.')),
  phone: optional(text('Phone that confirms or confirmed.')),
  amount: text('In major units.'),
  refundedAmount: text('Refunded so far, in major units.'),
  isReversed: Type.Boolean({ description: 'Whether it was taken back.' }),
  currency: text('PLN'),
  createdAt: time('When it arrived'),
});

const shared = { access: 'open', neighbour: {}, answer: servedElsewhere } as const;

export function blikDescription(prefix: string): Route[] {
  return [
    ...phoneDescription(`${prefix}/api`),
    ...pushDescription(`${prefix}/api`),
    ...operatorDescription(prefix),
  ];
}

function phoneDescription(api: string): Route[] {
  const phones = endpoint({
    ...shared,
    summary: 'List the phones of the sandbox',
    reply: Type.Array(
      Type.Object({
        phone: text('Key of the phone.'),
        bank: text('Bank whose app it has.'),
        app: text('Key of the app in instrument.app.'),
        supportsRecurring: Type.Boolean({ description: 'Whether the bank supports PAYID.' }),
      }),
    ),
  });
  const issue = endpoint({
    ...shared,
    summary: 'Get a BLIK code on a phone',
    description: 'The code is valid for two minutes and one payment. It replaces the previous one.',
    body: Type.Object({ phone: onePhone }),
    bodyOptional: true,
    reply: code,
    refusals: ['PHONE_NOT_FOUND'],
  });
  const cancel = endpoint({
    ...shared,
    summary: 'Cancel the BLIK code of a phone',
    body: Type.Object({ phone: onePhone }),
    bodyOptional: true,
    reply: Type.Object({
      phone: text('Key of the phone.'),
      cancelled: Type.Boolean({ description: 'False if the phone had no code.' }),
    }),
    refusals: ['PHONE_NOT_FOUND'],
  });
  return [
    route('GET', `${api}/phones`, phones),
    route('POST', `${api}/codes`, issue),
    route('POST', `${api}/codes/cancel`, cancel),
  ];
}

function pushDescription(api: string): Route[] {
  const pushes = endpoint({
    ...shared,
    summary: 'List the payments that wait for a confirmation on a phone',
    query: filter,
    reply: Type.Array(push),
    refusals: ['PHONE_NOT_FOUND'],
  });
  const answer = endpoint({
    ...shared,
    summary: 'Accept or refuse a payment on a phone',
    description: 'Answered when the result has been sent to the gateway once.',
    params: Type.Object({ pushId: uuid('Id of the push') }),
    body: Type.Object({
      action: oneOf({ accept: 'Confirm the payment.', refuse: 'Decline it.' }, 'The answer.'),
      save: optional(
        Type.Boolean({ description: 'Whether to save the shop, if asked; absent: true' }),
      ),
    }),
    reply: Type.Object({
      pushId: uuid('Id of the push'),
      state: text('APPROVED or DECLINED.'),
      reason: optional(text('Why it was declined.')),
    }),
    refusals: ['INVALID_REQUEST', 'PUSH_NOT_FOUND'],
  });
  const aliases = endpoint({
    ...shared,
    summary: 'List the shops saved on the phones',
    query: filter,
    reply: Type.Array(alias),
    refusals: ['PHONE_NOT_FOUND'],
  });
  const unregister = endpoint({
    ...shared,
    summary: 'Remove a saved shop at the bank',
    description: 'The gateway is notified; the alias can no longer be used.',
    params: Type.Object({ aliasId: uuid('Id of the saved shop') }),
    reply: alias,
    refusals: ['SAVED_SHOP_NOT_FOUND'],
  });
  const payments = endpoint({
    ...shared,
    summary: 'Show what the simulated BLIK operator recorded for a payment',
    query: Type.Object({ paymentId: uuid('Id of the payment') }),
    reply: Type.Array(record),
    refusals: ['INVALID_REQUEST'],
  });
  return [
    route('GET', `${api}/pushes`, pushes),
    route('POST', `${api}/pushes/{pushId}`, answer),
    route('GET', `${api}/aliases`, aliases),
    route('POST', `${api}/aliases/{aliasId}/unregister`, unregister),
    route('GET', `${api}/payments`, payments),
  ];
}

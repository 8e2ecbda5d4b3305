// The phones of the sandbox for programs, so that tests can confirm payments without a browser.

import { Type } from 'typebox';
import { refuse } from '@bramka/gateway/core/refusals.ts';
import { endpoint } from '@bramka/gateway/http/endpoint.ts';
import { oneOf, time } from '@bramka/gateway/http/schema.ts';
import { forAnybody, maybe, text, uuid } from '../../party/schemas.ts';
import type { SimulatedBlik } from '../operator.ts';
import { FIRST_PHONE, phoneOf } from '../phone/phones.ts';
import { aliasView, codeView, paymentView, phoneViews, pushView, recordView } from './views.ts';

interface Deps {
  readonly blik: Pick<SimulatedBlik, 'phones' | 'paymentsOf'>;
}

const optional = Type.Optional;

const onePhone = maybe('Key of the phone, 1 to 3; absent: 1');
const filter = Type.Object({ phone: maybe('Only of this phone; absent: all') });
const code = Type.Object({
  code: text('Six digits.'),
  phone: text('Key of the phone.'),
  expiresAt: time('Until when it can be used, two minutes'),
});
const recurring = optional(
  Type.Object(
    {
      model: text('A: fixed, M: within limits, O: free.'),
      frequency: maybe('Such as 1M.'),
      limitMinor: maybe('Highest charge in minor units.'),
      totalLimitMinor: maybe('Highest sum in minor units.'),
      totalCount: maybe('Highest number of charges.'),
      expiresOn: maybe('Last day as YYYYMMDD.'),
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
  reason: maybe('Why it was declined.'),
  reference: text('Id at the operator.'),
  ticketType: maybe('CODE, UID or PAYID.'),
  phone: maybe('Phone that confirms or confirmed.'),
  amount: text('In major units.'),
  refundedAmount: text('Refunded so far, in major units.'),
  isReversed: Type.Boolean({ description: 'Whether it was taken back.' }),
  currency: text('PLN'),
  createdAt: time('When it arrived'),
});

/** Null if the request names none. */
function known(phone: string | undefined): string | null {
  if (phone === undefined) return null;
  return phoneOf(phone) ? phone : refuse('PHONE_NOT_FOUND');
}

const listPhones = endpoint(
  {
    ...forAnybody,
    method: 'GET',
    path: '/api/phones',
    summary: 'List the phones of the sandbox',
    reply: Type.Array(
      Type.Object({
        phone: text('Key of the phone.'),
        bank: text('Bank whose app it has.'),
        app: text('Key of the app in instrument.app.'),
        supportsRecurring: Type.Boolean({ description: 'Whether the bank supports PAYID.' }),
      }),
    ),
  },
  async () => phoneViews,
);

const issueCode = endpoint(
  {
    ...forAnybody,
    method: 'POST',
    path: '/api/codes',
    summary: 'Get a BLIK code on a phone',
    description: 'The code is valid for two minutes and one payment. It replaces the previous one.',
    body: Type.Object({ phone: onePhone }),
    bodyOptional: true,
    reply: code,
    refusals: ['PHONE_NOT_FOUND'],
  },
  async ({ blik: { phones } }: Deps, { body }) =>
    codeView(await phones.issueCode(known(body.phone) ?? FIRST_PHONE)),
);

const cancelCode = endpoint(
  {
    ...forAnybody,
    method: 'POST',
    path: '/api/codes/cancel',
    summary: 'Cancel the BLIK code of a phone',
    body: Type.Object({ phone: onePhone }),
    bodyOptional: true,
    reply: Type.Object({
      phone: text('Key of the phone.'),
      cancelled: Type.Boolean({ description: 'False if the phone had no code.' }),
    }),
    refusals: ['PHONE_NOT_FOUND'],
  },
  async ({ blik: { phones } }: Deps, { body }) => {
    const phone = known(body.phone) ?? FIRST_PHONE;
    return { phone, cancelled: await phones.cancelCode(phone) };
  },
);

const listPushes = endpoint(
  {
    ...forAnybody,
    method: 'GET',
    path: '/api/pushes',
    summary: 'List the payments that wait for a confirmation on a phone',
    query: filter,
    reply: Type.Array(push),
    refusals: ['PHONE_NOT_FOUND'],
  },
  async ({ blik: { phones } }: Deps, { query }) =>
    (await phones.pushes(known(query.phone))).map(pushView),
);

const answerPush = endpoint(
  {
    ...forAnybody,
    method: 'POST',
    path: '/api/pushes/{pushId}',
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
      reason: maybe('Why it was declined.'),
    }),
    refusals: ['INVALID_REQUEST', 'PUSH_NOT_FOUND'],
  },
  async ({ blik: { phones } }: Deps, { params, body: { action, save: saves = true } }) => {
    const payment = await phones.answerPush(params.pushId, { accepts: action === 'accept', saves });
    return payment ? paymentView(payment) : refuse('PUSH_NOT_FOUND');
  },
);

const listAliases = endpoint(
  {
    ...forAnybody,
    method: 'GET',
    path: '/api/aliases',
    summary: 'List the shops saved on the phones',
    query: filter,
    reply: Type.Array(alias),
    refusals: ['PHONE_NOT_FOUND'],
  },
  async ({ blik: { phones } }: Deps, { query }) =>
    (await phones.saved(known(query.phone))).map(aliasView),
);

const unregisterAlias = endpoint(
  {
    ...forAnybody,
    method: 'POST',
    path: '/api/aliases/{aliasId}/unregister',
    summary: 'Remove a saved shop at the bank',
    description: 'The gateway is notified; the alias can no longer be used.',
    params: Type.Object({ aliasId: uuid('Id of the saved shop') }),
    reply: alias,
    refusals: ['SAVED_SHOP_NOT_FOUND'],
  },
  async ({ blik: { phones } }: Deps, { params: { aliasId } }) => {
    const removed = await phones.unregister(aliasId);
    return removed ? aliasView(removed) : refuse('SAVED_SHOP_NOT_FOUND');
  },
);

const listPayments = endpoint(
  {
    ...forAnybody,
    method: 'GET',
    path: '/api/payments',
    summary: 'Show what the simulated BLIK operator recorded for a payment',
    query: Type.Object({ paymentId: uuid('Id of the payment') }),
    reply: Type.Array(record),
    refusals: ['INVALID_REQUEST'],
  },
  async ({ blik }: Deps, { query }) => (await blik.paymentsOf(query.paymentId)).map(recordView),
);

export const phoneEndpoints = [
  listPhones,
  issueCode,
  cancelCode,
  listPushes,
  answerPush,
  listAliases,
  unregisterAlias,
  listPayments,
];

// Documentation of the routes in c2p/http/server.ts.

import { Type } from 'typebox';
import { defect } from '@bramka/gateway/core/assert.ts';
import { endpoint, route, type Route } from '@bramka/gateway/http/endpoint.ts';
import { amount, amountReply, oneOf, patternText, time } from '@bramka/gateway/http/schema.ts';
import { currency, uuid, yearMonth } from '../../party/schemas.ts';

const reference = (description: string) =>
  patternText('^[!-~]{1,128}$', '1 to 128 visible characters', { description });
const servedElsewhere = (): never => defect('this route is served by c2p/http/server.ts');
const text = (description: string) => Type.String({ description });
const optional = (description: string) => Type.Optional(text(description));

const forms = {
  CARD: 'The card number; the gateway authenticates the customer.',
  TOKEN: 'A network token with its cryptogram; authorized at once.',
};
const order = {
  dpaId: patternText('^sandbox-[A-Za-z0-9]{1,15}$', 'sandbox- and the MID of the shop', {
    description: 'Id of the shop: sandbox- and its MID.',
  }),
  amount: amount('Amount that the customer confirms.'),
  currency,
};
const email = (description: string) =>
  patternText('^[^\\s@<>"]{1,64}@[A-Za-z0-9.-]{1,190}$', 'an e-mail address', { description });
const choice = {
  card: Type.Optional(
    patternText('^[ -]*([0-9][ -]*){12,19}$', 'a card number', {
      description: 'Number of any test card of Visa or Mastercard.',
    }),
  ),
  expDate: Type.Optional(yearMonth('Its expiry as YYYYMM; absent: four years from now.')),
  form: Type.Optional(oneOf(forms, 'What the response contains.')),
};
const issued = Type.Object({
  srcCorrelationId: text('Id of the checkout.'),
  form: oneOf(forms, 'What the response contains.'),
  cardLastFour: text('Last four digits of the card.'),
  checkoutResponse: text('The value of instrument.payload: a JWS.'),
});
const session = Type.Object({
  sessionId: text('Id of the checkout in the next steps.'),
  state: oneOf(
    {
      CODE_SENT: 'The customer must enter the one-time code.',
      RECOGNISED: 'The customer can choose a card.',
      COMPLETED: 'The response was issued.',
      CANCELLED: 'Ended without a response.',
    },
    'Step of the checkout.',
  ),
  dpaId: order.dpaId,
  amount: amountReply('Amount that the customer confirms'),
  currency: order.currency,
  email: text('Address of the customer.'),
  code: optional('CODE_SENT: the one-time code, which a real system sends by e-mail.'),
  triesLeft: Type.Integer({ description: 'How often a code can be entered.' }),
  expiresAt: time('When the checkout ends'),
  page: text('Page on which a person can go on.'),
});
const confirmation = Type.Object({
  srcCorrelationId: text('Id of the checkout.'),
  dpaId: order.dpaId,
  paymentId: text('Id of the payment.'),
  result: oneOf({ SUCCESS: 'Authorized.', FAILURE: 'Not authorized.' }, 'How the checkout ended.'),
  amount: amountReply('Amount of the payment'),
  currency: order.currency,
  form: oneOf(forms, 'What the response contained.'),
  cardLastFour: text('Last four digits of the card.'),
  confirmations: Type.Integer({ description: 'How often it was confirmed.' }),
  confirmedAt: time('When it was confirmed first'),
});

const shared = { access: 'open', neighbour: {}, answer: servedElsewhere } as const;
const params = Type.Object({ sessionId: text('Id of the checkout.') });
const stepRefusals = ['CHECKOUT_NOT_FOUND', 'CHECKOUT_STEP_NOT_POSSIBLE'] as const;

export function c2pDescription(prefix: string): Route[] {
  return [
    route(
      'POST',
      `${prefix}/checkouts`,
      endpoint({
        ...shared,
        summary: 'Issue a Click to Pay checkout response in one call',
        description: 'All steps of a customer at once, for tests.',
        body: Type.Object({
          ...order,
          email: Type.Optional(email('Address of the customer; absent: one with approved cards.')),
          ...choice,
          at: Type.Optional(time('When the response says that it was issued; absent: now')),
        }),
        reply: issued,
        refusals: ['INVALID_REQUEST', 'CONSUMER_NOT_RECOGNISED', 'RECIPIENT_KEY_MISSING'],
      }),
    ),
    ...stepDescription(`${prefix}/sessions`),
    ...systemDescription(prefix),
  ];
}

function stepDescription(sessions: string): Route[] {
  const one = `${sessions}/{sessionId}`;
  const step = { ...shared, params, reply: session, refusals: stepRefusals } as const;
  const start = endpoint({
    ...shared,
    summary: 'Recognise a Click to Pay customer and send a one-time code',
    body: Type.Object({
      ...order,
      email: email('Address of the customer.'),
      origin: optional('Origin of the shop page that receives the response from the page.'),
    }),
    reply: session,
    refusals: ['INVALID_REQUEST', 'CONSUMER_NOT_RECOGNISED'],
  });
  const code = endpoint({
    ...step,
    summary: 'Enter the one-time code',
    description: 'Three wrong codes end the checkout.',
    body: Type.Object({ code: text('The code.') }),
    refusals: ['INVALID_REQUEST', 'ONE_TIME_CODE_WRONG', ...stepRefusals],
  });
  const checkout = endpoint({
    ...shared,
    summary: 'Choose a card, agree, and get the checkout response',
    params,
    body: Type.Object({ cardId: optional('Id of a card of the profile.'), ...choice }),
    reply: issued,
    refusals: ['INVALID_REQUEST', 'RECIPIENT_KEY_MISSING', ...stepRefusals],
  });
  return [
    route('POST', sessions, start),
    route('GET', one, endpoint({ ...step, summary: 'Read a Click to Pay checkout' })),
    route('POST', `${one}/code`, code),
    ...cardsDescription(`${one}/cards`),
    route('POST', `${one}/checkout`, checkout),
    route(
      'POST',
      `${one}/cancel`,
      endpoint({ ...step, summary: 'Cancel a Click to Pay checkout' }),
    ),
  ];
}

function systemDescription(prefix: string): Route[] {
  const keys = endpoint({
    ...shared,
    summary: 'Read the keys that sign Click to Pay checkouts',
    description: 'A JWK set. Gateways in production refuse these keys.',
    reply: Type.Object({
      keys: Type.Array(Type.Unknown({ description: 'A public key as JWK.' }), {
        description: 'The keys.',
      }),
    }),
  });
  const recipients = endpoint({
    ...shared,
    summary: 'Register the key of a gateway at Click to Pay',
    description:
      'For gateways in another process; the key is that of a credential of kind C2P_ENCRYPTION. ' +
      'The key that was registered last is used.',
    body: Type.Object({
      kid: reference('Id of the credential.'),
      publicKey: patternText('^[A-Za-z0-9+/]{40,1200}={0,2}$', 'a public key in base64', {
        description: 'Public key: base64 of SubjectPublicKeyInfo.',
      }),
    }),
    reply: Type.Object({ kid: text('As in the request.') }),
    refusals: ['INVALID_REQUEST'],
  });
  const list = endpoint({
    ...shared,
    summary: 'List the confirmations that Click to Pay has received',
    description: 'The newest 100, the newest first.',
    reply: Type.Array(confirmation),
  });
  return [
    route('GET', `${prefix}/keys`, keys),
    route('POST', `${prefix}/recipients`, recipients),
    route('POST', `${prefix}/confirmations`, confirmDescription()),
    route('GET', `${prefix}/confirmations`, list),
  ];
}

function confirmDescription() {
  return endpoint({
    ...shared,
    summary: 'Confirm how a Click to Pay checkout ended',
    description: 'Sent by gateways; can be repeated. Faults apply.',
    body: Type.Object({
      srcCorrelationId: uuid('Id of the checkout'),
      srcDpaId: reference('Id of the shop.'),
      merchantOrderId: reference('Id of the payment.'),
      confirmationData: Type.Object(
        {
          checkoutEventType: oneOf({ '01': 'Authorization.' }, 'What happened.'),
          checkoutEventStatus: text('02: confirmed, 03: cancelled.'),
          confirmationStatus: oneOf({ '01': 'Success.', '02': 'Failure.' }, 'How it ended.'),
          transactionAmount: Type.Object(
            {
              transactionAmount: amount('Amount of the payment.'),
              transactionCurrencyCode: order.currency,
            },
            { description: 'What was authorized.' },
          ),
        },
        { description: 'How it ended.' },
      ),
    }),
    reply: confirmation,
    refusals: [
      'INVALID_REQUEST',
      'CHECKOUT_NOT_FOUND',
      'CONFIRMATION_CONTRADICTS',
      'PROVIDER_OUT_OF_ORDER',
    ],
  });
}

function cardsDescription(list: string): Route[] {
  const cards = endpoint({
    ...shared,
    params,
    refusals: stepRefusals,
    summary: 'List the cards of a recognised customer',
    reply: Type.Array(
      Type.Object({
        cardId: text('Id of the card in the profile.'),
        organization: text('VISA or MASTERCARD.'),
        cardMask: text('Masked number.'),
        art: text('Address of its picture.'),
      }),
    ),
  });
  const art = endpoint({
    ...shared,
    summary: 'Show the picture of a card in a Click to Pay profile (SVG)',
    params: Type.Object({
      sessionId: text('Id of the checkout.'),
      cardId: text('Id of the card.'),
    }),
    reply: Type.String({ description: 'The picture.' }),
    replyType: 'image/svg+xml',
    refusals: stepRefusals,
  });
  return [route('GET', list, cards), route('GET', `${list}/{cardId}/art`, art)];
}

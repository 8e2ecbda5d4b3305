// The steps of a Click to Pay checkout for programs, one by one or all at once.

import { Type } from 'typebox';
import { isoTime, type Clock } from '@bramka/gateway/core/clock.ts';
import { refuse } from '@bramka/gateway/core/refusals.ts';
import { endpoint } from '@bramka/gateway/http/endpoint.ts';
import { RawReply } from '@bramka/gateway/http/pages/raw-reply.ts';
import { amountReply, oneOf, patternText, time } from '@bramka/gateway/http/schema.ts';
import { forAnybody, maybe, text, yearMonth } from '../../party/schemas.ts';
import { drawCardArt } from '../../wire/card-art.ts';
import { maskOf } from '../../wire/cards/card-number.ts';
import { cardsOf } from '../consumers.ts';
import {
  emailAddress,
  forms,
  order,
  params,
  readChoice,
  readCustomer,
  readOrder,
} from '../request.ts';
import type { CheckoutRow } from '../rows.ts';
import type { ClickToPaySystem, IssuedCheckout } from '../system/click-to-pay.ts';
import { amountOf } from './views.ts';

interface Deps {
  readonly system: ClickToPaySystem;
  readonly clock: Clock;
  /** The address of the party, such as https://gateway.example/sandbox/c2p. */
  readonly base: () => string;
}

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
  code: maybe('CODE_SENT: the one-time code, which a real system sends by e-mail.'),
  triesLeft: Type.Integer({ description: 'How often a code can be entered.' }),
  expiresAt: time('When the checkout ends'),
  page: text('Page on which a person can go on.'),
});
const one = '/sessions/{sessionId}';
const stepRefusals = ['CHECKOUT_NOT_FOUND', 'CHECKOUT_STEP_NOT_POSSIBLE'] as const;
const step = { ...forAnybody, params, reply: session, refusals: stepRefusals } as const;

const issueAtOnce = endpoint(
  {
    ...forAnybody,
    method: 'POST',
    path: '/checkouts',
    summary: 'Issue a Click to Pay checkout response in one call',
    description: 'All steps of a customer at once, for tests.',
    body: Type.Object({
      ...order,
      email: Type.Optional(
        emailAddress('Address of the customer; absent: one with approved cards.'),
      ),
      ...choice,
      at: Type.Optional(time('When the response says that it was issued; absent: now')),
    }),
    reply: issued,
    refusals: ['INVALID_REQUEST', 'CONSUMER_NOT_RECOGNISED', 'RECIPIENT_KEY_MISSING'],
  },
  async ({ system, clock }: Deps, { body }) => {
    const customer = readCustomer(body);
    const chosen = readChoice(body, customer.email, clock);
    return issuedView(await system.issueAtOnce(readOrder(body), customer, chosen));
  },
);

const startCheckout = endpoint(
  {
    ...forAnybody,
    method: 'POST',
    path: '/sessions',
    summary: 'Recognise a Click to Pay customer and send a one-time code',
    body: Type.Object({
      ...order,
      email: emailAddress('Address of the customer.'),
      origin: maybe('Origin of the shop page that receives the response from the page.'),
    }),
    reply: session,
    refusals: ['INVALID_REQUEST', 'CONSUMER_NOT_RECOGNISED'],
  },
  async (deps: Deps, { body }) =>
    viewOf(deps, await deps.system.start(readOrder(body), readCustomer(body))),
);

const readCheckout = endpoint(
  {
    ...step,
    method: 'GET',
    path: one,
    summary: 'Read a Click to Pay checkout',
  },
  async (deps: Deps, { params: { sessionId } }) => viewOf(deps, await deps.system.find(sessionId)),
);

const enterCode = endpoint(
  {
    ...step,
    method: 'POST',
    path: `${one}/code`,
    summary: 'Enter the one-time code',
    description: 'Three wrong codes end the checkout.',
    body: Type.Object({ code: text('The code.') }),
    refusals: ['INVALID_REQUEST', 'ONE_TIME_CODE_WRONG', ...stepRefusals],
  },
  async (deps: Deps, { params: { sessionId }, body: { code } }) =>
    viewOf(deps, await deps.system.enterCode(sessionId, code)),
);

const listCards = endpoint(
  {
    ...step,
    method: 'GET',
    path: `${one}/cards`,
    summary: 'List the cards of a recognised customer',
    reply: Type.Array(
      Type.Object({
        cardId: text('Id of the card in the profile.'),
        organization: text('VISA or MASTERCARD.'),
        cardMask: text('Masked number.'),
        art: text('Address of its picture.'),
      }),
    ),
  },
  async ({ system, base }: Deps, { params: { sessionId } }) => {
    const { email: address } = await recognised(system, sessionId);
    const cards = `${base()}/sessions/${sessionId}/cards`;
    return cardsOf(address).map(({ cardId, organization, number }) => ({
      cardId,
      organization,
      cardMask: maskOf(number),
      art: `${cards}/${cardId}/art`,
    }));
  },
);

const showArt = endpoint(
  {
    ...step,
    method: 'GET',
    path: `${one}/cards/{cardId}/art`,
    summary: 'Show the picture of a card in a Click to Pay profile (SVG)',
    params: Type.Object({ ...params.properties, cardId: text('Id of the card.') }),
    reply: text('The picture.'),
    replyType: 'image/svg+xml',
  },
  async ({ system }: Deps, { params: { sessionId, cardId } }) => {
    const { email: address } = await recognised(system, sessionId);
    const card = cardsOf(address).find((each) => each.cardId === cardId);
    if (!card) return refuse('CHECKOUT_NOT_FOUND');
    const art = drawCardArt(card.organization, card.number);
    return new RawReply(200, { 'content-type': 'image/svg+xml' }, art);
  },
);

const chooseCard = endpoint(
  {
    ...step,
    method: 'POST',
    path: `${one}/checkout`,
    summary: 'Choose a card, agree, and get the checkout response',
    body: Type.Object({ cardId: maybe('Id of a card of the profile.'), ...choice }),
    reply: issued,
    refusals: ['INVALID_REQUEST', 'RECIPIENT_KEY_MISSING', ...stepRefusals],
  },
  async ({ system, clock }: Deps, { params: { sessionId }, body }) => {
    const { email: address } = await recognised(system, sessionId);
    return issuedView(await system.checkout(sessionId, readChoice(body, address, clock)));
  },
);

const cancelCheckout = endpoint(
  {
    ...step,
    method: 'POST',
    path: `${one}/cancel`,
    summary: 'Cancel a Click to Pay checkout',
  },
  async (deps: Deps, { params: { sessionId } }) =>
    viewOf(deps, await deps.system.cancel(sessionId)),
);

function viewOf({ base }: Deps, row: CheckoutRow) {
  const { sessionId, state, dpaId, amountMinor, currency, email, code, triesLeft } = row;
  const amount = amountOf(amountMinor, currency);
  const expiresAt = isoTime(row.expiresAt);
  const page = `${base()}/pay/${sessionId}`;
  const shown = { sessionId, state, dpaId, amount, currency, email, code, triesLeft };
  return { ...shown, expiresAt, page };
}

/** Cards are shown only to a customer who has entered the code. */
async function recognised(system: ClickToPaySystem, sessionId: string): Promise<CheckoutRow> {
  const row = await system.find(sessionId);
  return row.state === 'RECOGNISED' ? row : refuse('CHECKOUT_STEP_NOT_POSSIBLE');
}

function issuedView({ row, checkoutResponse }: IssuedCheckout) {
  const { correlationId: srcCorrelationId, cardLastFour, form } = row;
  return { srcCorrelationId, form, cardLastFour, checkoutResponse };
}

export const checkoutEndpoints = [
  issueAtOnce,
  startCheckout,
  readCheckout,
  enterCode,
  listCards,
  showArt,
  chooseCard,
  cancelCheckout,
];

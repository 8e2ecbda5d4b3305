// The simulated Click to Pay system over HTTP: the steps of a checkout for programs, its public
// keys, and what gateways send: their key and confirmations.

import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '@bramka/gateway/core/clock.ts';
import { invalid, refuse } from '@bramka/gateway/core/refusals.ts';
import type { Secret } from '@bramka/gateway/core/secret.ts';
import { drawCard } from '../../tokens/cards/art.ts';
import { BODY_LIMIT, readBodies } from '../../wire/bodies.ts';
import { checkKey } from '../../wire/check-key.ts';
import { JSON_TYPE, jsonText } from '../../wire/json-text.ts';
import { createSendAnswer, type Answer } from '../../wire/unanswered.ts';
import { cardsOf, type ConsumerCard } from '../consumers.ts';
import { fieldsOf, readChoice, readCustomer, readKey, readOrder } from '../request.ts';
import type { CheckoutRow } from '../rows.ts';
import { readRecipient } from '../system/response.ts';
import type { SigningKey } from '../system/signing-key.ts';
import type { ClickToPaySystem, IssuedCheckout } from '../system/click-to-pay.ts';
import { cardView, confirmationView, sessionView } from './views.ts';

/** What gateways call; with a key if there is one. */
export function gatewayRoutes(
  confirm: (request: unknown) => Promise<Answer | undefined>,
  system: Pick<ClickToPaySystem, 'register'>,
  key: Secret<string> | null,
): FastifyPluginCallback {
  return (app, _options, done) => {
    const send = createSendAnswer(app);
    readBodies(app);
    if (key) checkKey(app, key);
    app.post('/confirmations', { bodyLimit: BODY_LIMIT }, async (request, reply) => {
      send(reply, await confirm(request.body));
      return reply;
    });
    app.post('/recipients', { bodyLimit: BODY_LIMIT }, async (request, reply) => {
      const { kid, publicKey } = readKey(fieldsOf(request.body));
      if (!readRecipient(kid, publicKey)) {
        throw invalid('publicKey', 'must be an RSA or elliptic curve key');
      }
      await system.register(kid, publicKey);
      return show(reply, { kid });
    });
    done();
  };
}

export interface ControlParts {
  readonly system: ClickToPaySystem;
  readonly clock: Clock;
  readonly key: () => Promise<SigningKey>;
  /** The address of the party, such as https://gateway.example/sandbox/c2p. */
  readonly base: () => string;
}

export function c2pRoutes(parts: ControlParts): FastifyPluginCallback {
  const { system, clock } = parts;
  return (app, _options, done) => {
    readBodies(app);
    app.get('/keys', async (_request, reply) => show(reply, { keys: [(await parts.key()).jwk] }));
    app.get('/confirmations', async (_request, reply) =>
      show(reply, (await system.confirmations()).map(confirmationView)),
    );
    app.post('/checkouts', async (request, reply) => {
      const fields = fieldsOf(request.body);
      const customer = readCustomer(fields);
      const choice = readChoice(fields, customer.email, clock);
      return showIssued(reply, await system.issueAtOnce(readOrder(fields), customer, choice));
    });
    addSteps(app, parts);
    done();
  };
}

function addSteps(app: FastifyInstance, { system, clock, base }: ControlParts): void {
  const one = '/sessions/:sessionId';
  const view = (reply: FastifyReply, row: CheckoutRow): FastifyReply =>
    show(reply, sessionView(row, `${base()}/pay/${row.sessionId}`));
  app.post('/sessions', async (request, reply) => {
    const fields = fieldsOf(request.body);
    if (fields['email'] === undefined) throw invalid('email', 'is required');
    return view(reply, await system.start(readOrder(fields), readCustomer(fields)));
  });
  app.get(one, async (request, reply) => view(reply, await system.find(sessionIn(request))));
  app.post(`${one}/code`, async (request, reply) => {
    const { code } = fieldsOf(request.body);
    if (typeof code !== 'string') throw invalid('code', 'must be the one-time code');
    return view(reply, await system.enterCode(sessionIn(request), code));
  });
  app.post(`${one}/cancel`, async (request, reply) =>
    view(reply, await system.cancel(sessionIn(request))),
  );
  app.get(`${one}/cards`, async (request, reply) => {
    const row = await recognised(system, request);
    const art = (card: ConsumerCard): string =>
      `${base()}/sessions/${row.sessionId}/cards/${card.cardId}/art`;
    return show(
      reply,
      cardsOf(row.email).map((card) => cardView(card, art(card))),
    );
  });
  app.get(`${one}/cards/:cardId/art`, async (request, reply) => {
    const { email } = await recognised(system, request);
    const { cardId } = request.params as { cardId: string };
    const card = cardsOf(email).find((each) => each.cardId === cardId);
    return card ? reply.type('image/svg+xml').send(artOf(card)) : refuse('CHECKOUT_NOT_FOUND');
  });
  app.post(`${one}/checkout`, async (request, reply) => {
    const row = await recognised(system, request);
    const choice = readChoice(fieldsOf(request.body), row.email, clock);
    return showIssued(reply, await system.checkout(row.sessionId, choice));
  });
}

/** The picture of a card of the profile. */
export function artOf({ organization, number }: ConsumerCard): string {
  return drawCard(organization === 'VISA' ? 'VTS' : 'SCOF', number);
}

/** Cards are shown only to a customer who has entered the code. */
async function recognised(system: ClickToPaySystem, request: FastifyRequest): Promise<CheckoutRow> {
  const row = await system.find(sessionIn(request));
  return row.state === 'RECOGNISED' ? row : refuse('CHECKOUT_STEP_NOT_POSSIBLE');
}

function sessionIn({ params }: FastifyRequest): string {
  return (params as { sessionId: string }).sessionId;
}

function showIssued(reply: FastifyReply, { row, checkoutResponse }: IssuedCheckout): FastifyReply {
  const { correlationId: srcCorrelationId, cardLastFour, form } = row;
  return show(reply, { srcCorrelationId, form, cardLastFour, checkoutResponse });
}

function show(reply: FastifyReply, view: unknown): FastifyReply {
  return reply.type(JSON_TYPE).send(jsonText(view));
}

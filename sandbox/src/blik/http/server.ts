// The simulated BLIK operator over HTTP: POST <prefix>/<verb> speaks the BLIK protocol, and
// <prefix>/api is the phone for programs, so that tests can confirm payments without a browser.

import type { FastifyInstance, FastifyPluginCallback, FastifyReply } from 'fastify';
import { isUuid } from '@bramka/gateway/core/id.ts';
import { invalid, refuse } from '@bramka/gateway/core/refusals.ts';
import type { Secret } from '@bramka/gateway/core/secret.ts';
import {
  blikVerbs,
  type BlikAnswer,
  type BlikVerb,
} from '@bramka/gateway/providers/blik/messages.ts';
import { BODY_LIMIT, readBodies } from '../../wire/bodies.ts';
import { checkKey } from '../../wire/check-key.ts';
import { JSON_TYPE, jsonText } from '../../wire/json-text.ts';
import { createSendAnswer } from '../../wire/unanswered.ts';
import type { SimulatedBlik } from '../operator.ts';
import type { Phones } from '../phone/phone.ts';
import { FIRST_PHONE, phoneOf } from '../phone/phones.ts';
import { aliasView, codeView, paymentView, phoneViews, pushView, recordView } from './views.ts';

export interface OperatorRoutesOptions {
  readonly key?: Secret<string>;
  /** How many clients may wait for an answer that is never sent. */
  readonly maxUnanswered?: number;
}

type Handle = (verb: BlikVerb, request: unknown) => Promise<BlikAnswer | undefined>;

export function operatorRoutes(
  handle: Handle,
  options: OperatorRoutesOptions = {},
): FastifyPluginCallback {
  return (app, _options, done) => {
    const send = createSendAnswer(app, options.maxUnanswered);
    readBodies(app);
    if (options.key) checkKey(app, options.key);
    for (const verb of blikVerbs) {
      app.post(`/${verb}`, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
        send(reply, await handle(verb, request.body));
        return reply;
      });
    }
    done();
  };
}

export function phoneRoutes(
  blik: Pick<SimulatedBlik, 'phones' | 'paymentsOf'>,
): FastifyPluginCallback {
  const { phones } = blik;
  return (app, _options, done) => {
    readBodies(app);
    app.get('/api/phones', (_request, reply) => show(reply, phoneViews));
    addCodes(app, phones);
    addPushes(app, phones);
    app.get('/api/aliases', async (request, reply) =>
      show(reply, (await phones.saved(phoneIn(request.query))).map(aliasView)),
    );
    app.post('/api/aliases/:aliasId/unregister', async (request, reply) => {
      const { aliasId } = request.params as { aliasId: string };
      const removed = await phones.unregister(aliasId);
      return removed ? show(reply, aliasView(removed)) : refuse('SAVED_SHOP_NOT_FOUND');
    });
    app.get('/api/payments', async (request, reply) => {
      const { paymentId } = request.query as { paymentId?: unknown };
      if (typeof paymentId !== 'string' || !isUuid(paymentId)) {
        throw invalid('paymentId', 'must be the id of a payment');
      }
      return show(reply, (await blik.paymentsOf(paymentId)).map(recordView));
    });
    done();
  };
}

function addCodes(app: FastifyInstance, phones: Phones): void {
  app.post('/api/codes', async (request, reply) => {
    const phone = phoneIn(request.body) ?? FIRST_PHONE;
    return show(reply, codeView(await phones.issueCode(phone)));
  });
  app.post('/api/codes/cancel', async (request, reply) => {
    const phone = phoneIn(request.body) ?? FIRST_PHONE;
    return show(reply, { phone, cancelled: await phones.cancelCode(phone) });
  });
}

function addPushes(app: FastifyInstance, phones: Phones): void {
  app.get('/api/pushes', async (request, reply) =>
    show(reply, (await phones.pushes(phoneIn(request.query))).map(pushView)),
  );
  app.post('/api/pushes/:pushId', async (request, reply) => {
    const { pushId } = request.params as { pushId: string };
    const { action, save } = (request.body ?? {}) as { action?: unknown; save?: unknown };
    if (action !== 'accept' && action !== 'refuse') {
      throw invalid('action', 'must be one of accept, refuse');
    }
    if (save !== undefined && typeof save !== 'boolean') throw invalid('save', 'must be a boolean');
    const answer = { accepts: action === 'accept', saves: save ?? true };
    const payment = await phones.answerPush(pushId, answer);
    return payment ? show(reply, paymentView(payment)) : refuse('PUSH_NOT_FOUND');
  });
}

/** The phone that a request names; null: none. */
function phoneIn(fields: unknown): string | null {
  const { phone } = (fields ?? {}) as { phone?: unknown };
  if (phone === undefined) return null;
  if (typeof phone !== 'string' || !phoneOf(phone)) return refuse('PHONE_NOT_FOUND');
  return phone;
}

function show(reply: FastifyReply, view: unknown): FastifyReply {
  return reply.type(JSON_TYPE).send(jsonText(view));
}

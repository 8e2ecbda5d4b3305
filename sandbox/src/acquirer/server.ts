// The simulated acquirer over HTTP, as a Fastify plugin: POST <prefix>/<verb> speaks the plain
// protocol, GET <prefix>/charges lists what was recorded for a payment.

import type { FastifyInstance, FastifyPluginCallback } from 'fastify';
import type { PlainRequest, Verb } from '@bramka/gateway/providers/plain/messages.ts';
import { isUuid } from '@bramka/gateway/core/id.ts';
import { invalid } from '@bramka/gateway/core/refusals.ts';
import type { Secret } from '@bramka/gateway/core/secret.ts';
import { BODY_LIMIT, readBodies } from '../wire/bodies.ts';
import { checkKey } from '../wire/check-key.ts';
import { JSON_TYPE, jsonText } from '../wire/json-text.ts';
import { partyServer } from '../wire/server.ts';
import { createSendAnswer } from '../wire/unanswered.ts';
import type { SimulatedAcquirer } from './acquirer.ts';

export interface AcquirerServerOptions {
  readonly key?: Secret<string>;
  /**
   * How many clients may wait for an answer that is never sent; above this the oldest is
   * disconnected.
   */
  readonly maxUnanswered?: number;
}

const verbs: readonly Verb[] = ['authorize', 'capture', 'adjust', 'reverse', 'refund', 'inquire'];

export function acquirerServer(
  acquirer: SimulatedAcquirer,
  options: AcquirerServerOptions = {},
): FastifyInstance {
  const app = partyServer();
  void app.register(acquirerRoutes(acquirer, options), { prefix: '/acquirer' });
  return app;
}

export function acquirerRoutes(
  acquirer: SimulatedAcquirer,
  options: AcquirerServerOptions = {},
): FastifyPluginCallback {
  return (app, _options, done) => {
    const send = createSendAnswer(app, options.maxUnanswered);
    readBodies(app);
    if (options.key) checkKey(app, options.key);
    for (const verb of verbs) {
      app.post(`/${verb}`, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
        send(reply, await acquirer.handle(verb, request.body as PlainRequest));
        return reply;
      });
    }
    app.get('/charges', async (request, reply) => {
      const { paymentId } = request.query as { paymentId?: unknown };
      if (typeof paymentId !== 'string' || !isUuid(paymentId)) {
        throw invalid('paymentId', 'must be the id of a payment');
      }
      const charges = await acquirer.chargesOf(paymentId);
      return reply.type(JSON_TYPE).send(jsonText(charges));
    });
    done();
  };
}

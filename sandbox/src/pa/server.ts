// The second provider of bank transfers over HTTP, as a Fastify plugin: POST <prefix>/<verb>.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyPluginCallback } from 'fastify';
import { refuse } from '@bramka/gateway/core/refusals.ts';
import { open, type Secret } from '@bramka/gateway/core/secret.ts';
import type { RedirectRequest, RedirectVerb } from '@bramka/gateway/providers/redirect/messages.ts';
import { BODY_LIMIT, readBodies } from '../wire/bodies.ts';
import { createSendAnswer } from '../wire/unanswered.ts';
import { handlers, type PaAnswer } from './operator.ts';

export type HandlePa = (
  verb: RedirectVerb,
  request: RedirectRequest,
) => Promise<PaAnswer | undefined>;

export function paRoutes(handle: HandlePa, key: Secret<string> | null): FastifyPluginCallback {
  return (app, _options, done) => {
    const send = createSendAnswer(app);
    readBodies(app);
    if (key) {
      const expected = digest(`Bearer ${open(key)}`);
      app.addHook('onRequest', async (request) => {
        const given = digest(request.headers.authorization ?? '');
        if (!timingSafeEqual(given, expected)) refuse('PROVIDER_KEY_INVALID');
      });
    }
    for (const verb of Object.keys(handlers) as RedirectVerb[]) {
      app.post(`/${verb}`, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
        send(reply, await handle(verb, request.body ?? {}));
        return reply;
      });
    }
    done();
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

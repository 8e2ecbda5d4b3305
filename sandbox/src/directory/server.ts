// The simulated directory servers over HTTP: POST <prefix>/<organization> accepts PReq and AReq,
// GET <prefix>/keys returns the keys for SDKs.

import type { FastifyPluginCallback } from 'fastify';
import { readBodies } from '../wire/bodies.ts';
import { createSendAnswer } from '../wire/unanswered.ts';
import type { SimulatedDirectory } from './directory.ts';
import { organizations } from '../wire/organization.ts';

/** A phone's device data alone may have 64,000 characters. */
const BODY_LIMIT = 128 * 1024;

/** `maxUnanswered`: how many clients may wait for an answer that is never sent. */
export function directoryRoutes(
  directory: Pick<SimulatedDirectory, 'handle' | 'keys'>,
  options: { readonly maxUnanswered?: number } = {},
): FastifyPluginCallback {
  return (app, _options, done) => {
    const send = createSendAnswer(app, options.maxUnanswered);
    readBodies(app);
    for (const organization of organizations) {
      const url = `/${organization.toLowerCase()}`;
      app.post(url, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
        send(reply, await directory.handle(organization, request.body));
        return reply;
      });
    }
    app.get('/keys', async () => directory.keys());
    done();
  };
}

// The simulated directory servers over HTTP: POST <prefix>/<organization> takes PReq and AReq, GET
// <prefix>/keys tells what SDKs trust and encrypt to.

import type { FastifyPluginCallback } from 'fastify';
import { readBodies } from '../wire/bodies.ts';
import { answering } from '../wire/unanswered.ts';
import type { SimulatedDirectory } from './directory.ts';
import { organizations } from '../wire/organization.ts';

/** Device data of a phone alone may have 64,000 characters. */
const BODY_LIMIT = 128 * 1024;

/** `mostUnanswered`: clients that may wait for an answer that never comes. */
export function directoryRoutes(
  directory: Pick<SimulatedDirectory, 'handle' | 'keys'>,
  options: { readonly mostUnanswered?: number } = {},
): FastifyPluginCallback {
  return (app, _options, done) => {
    const send = answering(app, options.mostUnanswered);
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

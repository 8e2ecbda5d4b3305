// The pages of the simulated issuer for a person with a browser, as a plugin mounted under
// <prefix>/acs: the challenge, the bank's app on a phone, and the 3DS Method. All errors are HTML
// pages.

import type { FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { servePages } from '../../pages/page-server.ts';
import type { PagesAcs } from './pages-acs.ts';
import {
  applyAction,
  answerOnPhone,
  runFingerprint,
  openChallenge,
  showPhone,
  showChallenge,
  watchChallenge,
} from './steps.ts';
import { refuse, visitOf, type Visit } from './visit.ts';

export interface AcsPagesOptions {
  /**
   * What precedes /acs, as a path or a URL, read for every page. Only its path is used, so that the
   * browser stays on the host it came to.
   */
  readonly prefix: () => string;
}

/** Methods that a page does not accept, answered with 405. */
const otherMethods = [
  ['GET', '/challenge'],
  ['GET', '/method'],
  ['GET', '/challenge/:acsTransID/act'],
  ['GET', '/phone/:acsTransID/act'],
  ['POST', '/challenge/:acsTransID'],
  ['POST', '/challenge/:acsTransID/watch'],
  ['POST', '/phone/:acsTransID'],
] as const;

export function acsPages(acs: PagesAcs, { prefix }: AcsPagesOptions): FastifyPluginCallback {
  const visit = (request: FastifyRequest, reply: FastifyReply): Visit =>
    visitOf(request, reply, prefix());
  return (app, _options, done) => {
    servePages(app);
    app.post('/challenge', (request, reply) => openChallenge(acs, visit(request, reply)));
    app.post('/method', (request, reply) => runFingerprint(visit(request, reply)));
    app.get('/challenge/:acsTransID', (request, reply) =>
      showChallenge(acs, visit(request, reply)),
    );
    app.get('/challenge/:acsTransID/watch', (request, reply) =>
      watchChallenge(acs, visit(request, reply)),
    );
    app.post('/challenge/:acsTransID/act', (request, reply) =>
      applyAction(acs, visit(request, reply)),
    );
    app.get('/phone/:acsTransID', (request, reply) => showPhone(acs, visit(request, reply)));
    app.post('/phone/:acsTransID/act', (request, reply) =>
      answerOnPhone(acs, visit(request, reply)),
    );
    for (const [method, url] of otherMethods) {
      const config = { refusesMethods: true };
      const handler = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
        refuse(visit(request, reply), 405, 'formsOnly');
      app.route({ method, url, config, handler });
    }
    for (const url of ['/challenge/*', '/phone/*', '/method/*']) {
      app.route({
        method: ['GET', 'POST'],
        url,
        handler: (request, reply) => refuse(visit(request, reply), 404, 'noPage'),
      });
    }
    done();
  };
}

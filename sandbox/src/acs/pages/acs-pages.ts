// The pages of the simulated issuer for a person with a browser, as a plugin mounted under
// <prefix>/acs: the challenge, the bank's app on a phone, and the 3DS Method. All errors are HTML
// pages.

import type { FastifyInstance, FastifyPluginCallback, FastifyReply, FastifyRequest } from 'fastify';
import { asRefusal } from '@bramka/gateway/http/reply.ts';
import { readForm } from './form.ts';
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
import type { TextName } from './texts/en.ts';
import { refuse, visitOf, type Visit } from './visit.ts';

const BODY_LIMIT = 64 * 1024;

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
    readForms(app);
    app.setErrorHandler((error, request, reply) => fail(error, visit(request, reply)));
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

/** Its own form parser, in whichever server it is mounted. */
function readForms(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: BODY_LIMIT },
    (_request, body, done) => {
      try {
        done(null, readForm(String(body)));
      } catch (error) {
        done(error as Error);
      }
    },
  );
}

const reasons: Readonly<Record<number, TextName>> = {
  400: 'badForm',
  404: 'noPage',
  413: 'tooLarge',
  415: 'wrongType',
  429: 'busy',
  503: 'busy',
};

function fail(error: unknown, visit: Visit): FastifyReply {
  const refusal = asRefusal(error);
  const status = refusal?.status ?? (error as { statusCode?: number }).statusCode ?? 500;
  const reason = reasons[status];
  const traceId = visit.reply.getHeader('x-trace-id');
  if (reason === undefined) visit.request.log.error({ traceId, err: error }, 'defect');
  const wait = refusal?.retryAfterSeconds;
  if (wait !== undefined) visit.reply.header('retry-after', String(wait));
  return refuse(visit, reason === undefined ? 500 : status, reason ?? 'broken');
}

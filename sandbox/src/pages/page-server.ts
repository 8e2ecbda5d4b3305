// What all pages of simulated parties share in their server: forms are parsed, and every error is
// an HTML page in the language of the browser.

import type { FastifyInstance, FastifyReply } from 'fastify';
import { asRefusal } from '@bramka/gateway/http/reply.ts';
import { readForm } from './form.ts';
import type { PageText } from './texts/en.ts';
import { pageVisitOf, refuse, type PageVisit } from './visit.ts';

const BODY_LIMIT = 64 * 1024;

/** Its own form parser and error pages, in whichever server the plugin is mounted. */
export function servePages(app: FastifyInstance): void {
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
  app.setErrorHandler((error, request, reply) => showError(error, pageVisitOf(request, reply)));
}

const reasons: Readonly<Record<number, PageText>> = {
  400: 'badForm',
  403: 'foreign',
  404: 'noPage',
  409: 'badAction',
  413: 'tooLarge',
  415: 'wrongType',
  429: 'busy',
  503: 'busy',
};

function showError(error: unknown, visit: PageVisit): FastifyReply {
  const refusal = asRefusal(error);
  const status = refusal?.status ?? (error as { statusCode?: number }).statusCode ?? 500;
  const reason = reasons[status];
  const traceId = visit.reply.getHeader('x-trace-id');
  if (reason === undefined) visit.request.log.error({ traceId, err: error }, 'defect');
  const wait = refusal?.retryAfterSeconds;
  if (wait !== undefined) visit.reply.header('retry-after', String(wait));
  return refuse(visit, reason === undefined ? 500 : status, reason ?? 'broken');
}

// What all pages of simulated parties share in their server: forms are parsed, and every error is
// an HTML page in the language of the browser.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { mediaTypes } from '@bramka/gateway/http/endpoint.ts';
import { sendRaw } from '@bramka/gateway/http/pages/raw-reply.ts';
import { asRefusal } from '@bramka/gateway/http/reply.ts';
import { readForm } from './form.ts';
import { selectLanguage } from './language.ts';
import type { PageText } from './texts.ts';
import { refuse } from './visit.ts';

/** Its own form parser and error pages, in whichever server the plugin is mounted. */
export function servePages(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(mediaTypes.form, { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, readForm(String(body)));
    } catch (error) {
      done(error as Error);
    }
  });
  app.setErrorHandler(showError);
}

const reasons: Readonly<Record<number, PageText>> = {
  400: 'badForm',
  403: 'foreign',
  404: 'noPage',
  405: 'formsOnly',
  409: 'badAction',
  413: 'tooLarge',
  415: 'wrongType',
  429: 'busy',
  503: 'busy',
};

function showError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error);
  const status = refusal?.status ?? (error as { statusCode?: number }).statusCode ?? 500;
  const reason = reasons[status];
  const traceId = reply.getHeader('x-trace-id');
  if (reason === undefined) request.log.error({ traceId, err: error }, 'defect');
  const wait = refusal?.retryAfterSeconds;
  if (wait !== undefined) reply.header('retry-after', String(wait));
  const speech = selectLanguage(request.headers['accept-language']);
  return sendRaw(
    reply,
    refuse({ speech }, reason === undefined ? 500 : status, reason ?? 'broken'),
  );
}

// One browser request to a page of a simulated party: its language, and how a page, redirect or
// error is sent with the headers that every page has.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { selectLanguage, type PageLanguage } from './language.ts';
import { pageText, type Page } from './layout.ts';
import { noticePage } from './notice.ts';
import { policyFor } from './policy.ts';
import type { PageText } from './texts/en.ts';

export interface PageVisit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly speech: PageLanguage;
}

export function pageVisitOf(request: FastifyRequest, reply: FastifyReply): PageVisit {
  return { request, reply, speech: selectLanguage(request.headers['accept-language']) };
}

export function refuse(visit: PageVisit, status: number, reason: PageText): FastifyReply {
  return refuseWith(visit, status, visit.speech.say[reason]);
}

/** `reason`: one sentence in the language of the visit. */
export function refuseWith(visit: PageVisit, status: number, reason: string): FastifyReply {
  if (status === 405) {
    visit.reply.header('allow', visit.request.method === 'GET' ? 'POST' : 'GET');
  }
  return send(visit, noticePage(visit.speech, status, reason));
}

export function redirect({ reply }: Pick<PageVisit, 'reply'>, address: string): FastifyReply {
  return reply.headers(alwaysSent).redirect(address, 303);
}

const alwaysSent = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

export function send(visit: Pick<PageVisit, 'reply' | 'speech'>, page: Page): FastifyReply {
  const { reply, speech } = visit;
  return reply
    .code(page.status ?? 200)
    .headers(alwaysSent)
    .header('referrer-policy', page.sendsOrigin ? 'same-origin' : 'no-referrer')
    .header('content-security-policy', policyFor(page.policy))
    .header('content-language', speech.language)
    .header('vary', 'accept-language')
    .type('text/html; charset=utf-8')
    .send(pageText(speech, page));
}

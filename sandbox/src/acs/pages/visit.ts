// One browser request to the pages: its language, and how a page, redirect or error is sent with
// the headers that every page has.

import type { FastifyReply, FastifyRequest } from 'fastify';
import { selectLanguage, type PageLanguage } from './language.ts';
import type { TextName } from './texts/en.ts';
import { pageText, type Addresses, type Page } from './views/layout.ts';
import { noticePage } from './views/notice.ts';
import { policyFor } from './views/policy.ts';

export interface Visit {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly speech: PageLanguage;
  readonly addresses: Addresses;
}

export function visitOf(request: FastifyRequest, reply: FastifyReply, prefix: string): Visit {
  const speech = selectLanguage(request.headers['accept-language']);
  return { request, reply, speech, addresses: addressesUnder(prefix) };
}

function addressesUnder(prefix: string): Addresses {
  const { pathname } = new URL(prefix, 'http://host');
  const base = `${pathname.replace(/\/+$/, '')}/acs`;
  return {
    challenge: (acsTransID, rest = '') => `${base}/challenge/${acsTransID}${rest}`,
    phone: (acsTransID, rest = '') => `${base}/phone/${acsTransID}${rest}`,
  };
}

export function refuse(
  visit: Omit<Visit, 'addresses'>,
  status: number,
  reason: TextName,
): FastifyReply {
  if (status === 405) {
    visit.reply.header('allow', visit.request.method === 'GET' ? 'POST' : 'GET');
  }
  return send(visit, noticePage(visit.speech, status, reason));
}

export function redirect({ reply }: Pick<Visit, 'reply'>, address: string): FastifyReply {
  return reply.headers(alwaysSent).redirect(address, 303);
}

const alwaysSent = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

export function send({ reply, speech }: Pick<Visit, 'reply' | 'speech'>, page: Page): FastifyReply {
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

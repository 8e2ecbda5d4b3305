// Answers that are no JSON: a page for a person's browser, or the way on to another one. What an
// endpoint returns as one of these is sent as it is.

import type { FastifyReply } from 'fastify';
import { assert } from '../../core/assert.ts';
import type { Html } from './html.ts';

export class RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;

  constructor(status: number, headers: Readonly<Record<string, string>>, body: string) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }

  /** 303: the browser goes on with a GET, whatever it sent to us. */
  static redirect(url: string): RawReply {
    // URL would silently leave control characters out.
    assert(!/\p{Cc}/u.test(url), 'an address to go on to has no control characters');
    assert(URL.canParse(url), 'an address to go on to is a whole URL');
    const { protocol, href } = new URL(url);
    assert(protocol === 'https:' || protocol === 'http:', 'browsers are sent on to web pages only');
    return new RawReply(303, { location: href, 'referrer-policy': 'no-referrer' }, '');
  }

  /** A page; `policy` is its Content-Security-Policy. */
  static htmlPage(page: Html, policy: string): RawReply {
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'referrer-policy': 'no-referrer',
    };
    return new RawReply(200, headers, page.text);
  }
}

export function sendRaw(reply: FastifyReply, raw: RawReply, status = raw.status): FastifyReply {
  return reply.code(status).headers(raw.headers).send(raw.body);
}

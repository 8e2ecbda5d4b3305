// Answers that are not JSON: a page or a redirect for a browser. They are sent unchanged.

import type { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { assert } from '../../core/assert.ts';
import type { Html } from './html.ts';

type RawBody = string | Buffer | Readable;

export class RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A stream is sent while it is read, for answers without a limit of size. */
  readonly body: RawBody;

  constructor(status: number, headers: Readonly<Record<string, string>>, body: RawBody) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }

  /** 303: the browser continues with a GET, whatever it sent to us. */
  static redirect(url: string): RawReply {
    // URL would silently remove control characters.
    assert(!/\p{Cc}/u.test(url), 'a redirect address has no control characters');
    assert(URL.canParse(url), 'a redirect address is an absolute URL');
    const { protocol, href } = new URL(url);
    assert(
      protocol === 'https:' || protocol === 'http:',
      'browsers are redirected to web pages only',
    );
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

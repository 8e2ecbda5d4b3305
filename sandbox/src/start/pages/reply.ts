// How pages and files of the start page are sent, with the headers that each has.

import { createHash } from 'node:crypto';
import { endpoint, type Endpoint, type HandledEndpoint } from '@bramka/gateway/http/endpoint.ts';
import { matchesETag } from '@bramka/gateway/http/pages/etag.ts';
import { RawReply } from '@bramka/gateway/http/pages/raw-reply.ts';
import { forAnybody } from '../../party/schemas.ts';

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const always = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // The guard needs the origin of the forms.
  'referrer-policy': 'same-origin',
};

export function htmlReply(status: number, text: string): RawReply {
  const headers = {
    ...always,
    'content-security-policy': policy,
    'cross-origin-opener-policy': 'same-origin',
    'content-type': 'text/html; charset=utf-8',
  };
  return new RawReply(status, headers, text);
}

/** Revalidated by the browser with every page; sent only if it has changed. */
export function fileEndpoint(
  facts: Pick<Endpoint, 'path' | 'summary' | 'reply'> & { readonly replyType: string },
  text: string,
): HandledEndpoint<unknown> {
  const etag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  const type = `${facts.replyType}; charset=utf-8`;
  const headers = { ...always, 'cache-control': 'no-cache', etag, 'content-type': type };
  return endpoint({ ...forAnybody, ...facts, method: 'GET' }, async (_deps, { header }) => {
    const isKnown = matchesETag(header('if-none-match'), etag);
    return isKnown ? new RawReply(304, headers, '') : new RawReply(200, headers, text);
  });
}

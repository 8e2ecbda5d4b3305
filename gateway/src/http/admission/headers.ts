// Header checks for every request, independent of its route: a request that two servers could
// interpret differently is refused.

import type { FastifyRequest } from 'fastify';
import { Refusal } from '../../core/refusals.ts';

/** If such a header is repeated, Node takes the first one; a server in front may take the other. */
const sentOnce = ['Host', 'Authorization'] as const;

/** Host is present, and the headers that name the target and the caller are not repeated. */
export function checkHeaders({ raw, headers }: FastifyRequest): void {
  for (const field of sentOnce) {
    if (countHeader(raw.rawHeaders, field.toLowerCase()) > 1) {
      throw new Refusal('MALFORMED_REQUEST', [{ field, message: 'must be sent once' }]);
    }
  }
  if (headers.host !== undefined || raw.httpVersion !== '1.1') return;
  throw new Refusal('MALFORMED_REQUEST', [{ field: 'Host', message: 'is required' }]);
}

/**
 * Bodies are read as UTF-8 text; a body declared with another charset or as compressed is not read
 * at all.
 */
export function checkBodyHeaders({ raw, headers }: FastifyRequest): void {
  const hasBody = headers['transfer-encoding'] !== undefined || bodyLength(headers) !== '0';
  if (!hasBody) return;
  if (headers['content-encoding'] !== undefined) {
    const message = 'is not supported; send the body without it';
    throw new Refusal('INVALID_REQUEST', [{ field: 'Content-Encoding', message }]);
  }
  const type = headers['content-type'];
  if (type === undefined) return;
  if (countHeader(raw.rawHeaders, 'content-type') > 1) throw mediaType('must be sent once');
  const charset = /;\s*charset\s*=\s*"?([^\s;"]*)/i.exec(type)?.[1];
  if (charset !== undefined && !/^(utf-?8|us-ascii)$/i.test(charset)) {
    throw mediaType('must have charset utf-8 or no charset');
  }
}

function bodyLength(headers: FastifyRequest['headers']): string {
  return headers['content-length'] ?? '0';
}

function mediaType(message: string): Refusal {
  return new Refusal('MEDIA_TYPE_NOT_SUPPORTED', [{ field: 'Content-Type', message }]);
}

function countHeader(rawHeaders: readonly string[], name: string): number {
  let times = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() === name) times += 1;
  }
  return times;
}

// Requires the key of a provider in the Authorization header of a request.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { refuse } from '@bramka/gateway/core/refusals.ts';
import { open, type Secret } from '@bramka/gateway/core/secret.ts';

export function keyCheck(key: Secret<string>): (request: FastifyRequest) => Promise<void> {
  const expected = digest(`Bearer ${open(key)}`);
  return async ({ headers }) => {
    if (timingSafeEqual(digest(headers.authorization ?? ''), expected)) return;
    refuse('PROVIDER_KEY_INVALID');
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

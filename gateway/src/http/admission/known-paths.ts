// The paths of the server with their methods: a request without a route gets 405 with Allow when
// its path is known, and 404 otherwise.

import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '../../core/refusals.ts';

interface KnownPath {
  readonly segments: readonly string[];
  readonly methods: Set<string>;
}

export interface KnownPaths {
  /** The refusal for a request without a route; sets Allow for 405. */
  refusal(url: string, reply: FastifyReply): Refusal;
}

/** Records every route that is added to the server from now on. */
export function knownPaths(app: FastifyInstance): KnownPaths {
  const known = new Map<string, KnownPath>();
  app.addHook('onRoute', ({ url, method, config }) => {
    const isPattern = url.includes('*');
    if (isPattern || config?.refusesMethods) return;
    const path = known.get(url) ?? { segments: url.split('/'), methods: new Set() };
    for (const one of [method].flat()) path.methods.add(one);
    known.set(url, path);
  });
  return {
    refusal(url, reply) {
      const path = url.replace(/[?#].*$/, '').split('/');
      const matching = [...known.values()].filter(({ segments }) => matches(segments, path));
      // Both /payment/methods and /payment/:paymentId may match: the one with fewer parameters
      // wins.
      const [best] = matching.sort((one, other) => countParameters(one) - countParameters(other));
      if (!best) return new Refusal('ROUTE_NOT_FOUND');
      void reply.header('allow', [...best.methods].join(', '));
      return new Refusal('METHOD_NOT_ALLOWED');
    },
  };
}

const isParameter = (segment: string): boolean => segment.startsWith(':');

function countParameters({ segments }: KnownPath): number {
  return segments.filter(isParameter).length;
}

function matches(segments: readonly string[], path: readonly string[]): boolean {
  if (segments.length !== path.length) return false;
  return segments.every((segment, place) =>
    isParameter(segment) ? path[place] !== '' : path[place] === segment,
  );
}

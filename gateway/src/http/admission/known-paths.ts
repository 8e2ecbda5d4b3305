// The paths of the server with their methods: a request without a route gets 405 with Allow when
// its path is known, and 404 otherwise. A word where an id belongs gets 404 too.

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../../core/refusals.ts';
import { isParameter, isWord, suggestRoute } from './suggest-route.ts';

interface KnownPath {
  readonly segments: readonly string[];
  readonly methods: Set<string>;
}

export type KnownPaths = ReturnType<typeof knownPaths>;

/** Ids and names that others choose: they may be words. */
const foreignIds: ReadonlySet<string> = new Set(['instrumentRef', 'visualId', 'provider']);

/** Records every route that is added to the server from now on. */
export function knownPaths(app: FastifyInstance) {
  const paths = new Map<string, KnownPath>();
  app.addHook('onRoute', ({ url, method, config }) => {
    const isPattern = url.includes('*');
    if (isPattern || config?.refusesMethods) return;
    const path = paths.get(url) ?? { segments: segmentsOf(url), methods: new Set() };
    for (const one of [method].flat()) path.methods.add(one);
    paths.set(url, path);
  });
  return {
    /** The refusal for a request without a route; sets Allow for 405. */
    refusal({ method, url }: FastifyRequest, reply: FastifyReply): Refusal {
      const path = url.replace(/[?#].*$/, '').split('/');
      const matching = [...paths.values()].filter(({ segments }) => matches(segments, path));
      // Both /payment/methods and /payment/:paymentId may match: the one with fewer parameters
      // wins.
      const [best] = matching.sort((one, other) => countParameters(one) - countParameters(other));
      if (best) {
        void reply.header('allow', [...best.methods].join(', '));
        return new Refusal('METHOD_NOT_ALLOWED');
      }
      const meant = suggestRoute(method, path, paths.values());
      return missing(meant && `No such endpoint. Did you mean ${meant}?`);
    },
    /** The refusal for a word where an id belongs, such as /payment/refunds. */
    wordRefusal({ method, params, routeOptions }: FastifyRequest): Refusal | undefined {
      const { url = '' } = routeOptions;
      const parameters = Object.entries(params ?? {}) as [string, string][];
      const [name, word] =
        parameters.find(([key, value]) => !foreignIds.has(key) && isWord(value)) ?? [];
      if (name === undefined || word === undefined) return undefined;
      const segments = segmentsOf(url);
      const asked = segments.map((segment) => (segment === `{${name}}` ? word : segment));
      const upToWord = asked.slice(0, segments.indexOf(`{${name}}`) + 1);
      const meant = suggestRoute(method, upToWord, paths.values());
      return missing(
        meant === undefined
          ? `${method} ${segments.join('/')} takes an id in the place of {${name}}, not a word.`
          : `There is no ${method} ${asked.join('/')}. Did you mean ${meant}?`,
      );
    },
  };
}

const missing = (sentence: string | undefined): Refusal =>
  new Refusal('ROUTE_NOT_FOUND', [], undefined, sentence);

const segmentsOf = (url: string): string[] => url.replace(/:(\w+)/g, '{$1}').split('/');

function countParameters({ segments }: KnownPath): number {
  return segments.filter(isParameter).length;
}

function matches(segments: readonly string[], path: readonly string[]): boolean {
  if (segments.length !== path.length) return false;
  return segments.every((segment, index) =>
    isParameter(segment) ? path[index] !== '' : path[index] === segment,
  );
}

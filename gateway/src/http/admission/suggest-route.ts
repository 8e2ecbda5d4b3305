// Finds the endpoint that was probably meant by an unknown path, such as /payment/refunds: one
// whose last name is the last word of the path, or nearly.

import { nearestName } from '../assembly/near-miss.ts';

/** A path of the server; parameters are written as {paymentId}. */
interface KnownRoute {
  readonly segments: readonly string[];
  readonly methods: ReadonlySet<string>;
}

const MOST_NAMED = 2;
/** Ids contain digits. Shorter texts do not count as words. */
const wordForm = /^[a-z]+(?:[-_][a-z]+)*$/i;

export function isWord(text: string): boolean {
  return text.length >= 3 && text.length <= 40 && wordForm.test(text);
}

export const isParameter = (segment: string): boolean => segment.startsWith('{');

/** `GET /a/{id} or POST /a`, the most similar first; undefined if nothing is similar. */
export function suggestRoute(
  method: string,
  path: readonly string[],
  allRoutes: Iterable<KnownRoute>,
): string | undefined {
  const word = path.findLast(isWord);
  if (word === undefined) return undefined;
  const all = [...allRoutes];
  const near = all.filter(({ segments }) => segments[1] === path[1]);
  const routes = (near.length > 0 ? near : all).map((one) => ({ ...one, name: lastName(one) }));
  const names = new Set(routes.map(({ name }) => name));
  const meant = names.has(word) ? word : nearestName(names, word);
  const ranked = routes
    .filter(({ name }) => name === meant)
    .map((one) => ({ ...one, shared: sharedStart(one.segments, path) }))
    .sort(
      (a, b) =>
        b.shared - a.shared || Number(b.methods.has(method)) - Number(a.methods.has(method)),
    );
  const best = ranked.filter(({ shared }) => shared === ranked[0]?.shared).slice(0, MOST_NAMED);
  const texts = best.map(({ segments, methods }) => {
    const shown = methods.has(method) ? method : [...methods][0];
    return `${shown} ${segments.join('/')}`;
  });
  return texts.length === 0 ? undefined : texts.join(' or ');
}

function lastName({ segments }: KnownRoute): string {
  return segments.findLast((segment) => !isParameter(segment)) ?? '';
}

function sharedStart(segments: readonly string[], path: readonly string[]): number {
  const end = segments.findIndex((segment, index) => segment !== path[index]);
  return end === -1 ? segments.length : end;
}

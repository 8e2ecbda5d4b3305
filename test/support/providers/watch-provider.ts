// Keeps everything that an adapter returns, throws or prints, so that it can be searched for the
// secrets that the adapter was given.
import { inspect } from 'node:util';
import { open, Secret } from '@bramka/gateway/core/secret.ts';
import type { Authorization, Provider } from '@bramka/gateway/providers/provider.ts';

export interface Watch {
  /** The same adapter, watched. */
  of(provider: Provider): Provider;
  /** Secrets that were found in what was kept, with the text after them. */
  leaks(): string[];
  stop(): void;
}

export function startWatch(key: Secret<string>): Watch {
  const secrets = new Set([open(key)]);
  const kept = new Set<string>();
  const keep = <T>(value: T): T => {
    kept.add(`${inspect(value, { depth: 9, showHidden: true })} ${jsonOf(value)}`);
    return value;
  };
  const watched =
    <R, T>(call: (request: R) => Promise<T>) =>
    async (request: R): Promise<T> => {
      try {
        return keep(await call(request));
      } catch (error) {
        throw keep(error);
      }
    };
  const stops = [process.stdout, process.stderr].map((stream) => watchStream(stream, kept));
  return {
    of(provider) {
      keep(provider);
      const authorize = watched((request: Authorization) => provider.authorize(request));
      return {
        ...provider,
        async authorize(request) {
          for (const one of secretsIn(request)) secrets.add(one);
          return authorize(request);
        },
        followUps: Object.fromEntries(
          Object.entries(provider.followUps).map(([verb, send]) => [verb, watched(send)]),
        ),
        inquire: watched((inquiry) => provider.inquire(inquiry)),
      };
    },
    leaks() {
      const texts = Array.from(secrets, (one) => one.replace(/[^0-9A-Za-z]/g, '\\$&'));
      const pattern = `(?<![0-9A-Za-z])(?:${texts.join('|')})(?![0-9A-Za-z]).{0,40}`;
      return [...kept].join('\n').match(new RegExp(pattern, 'g')) ?? [];
    },
    stop: () => stops.forEach((stop) => stop()),
  };
}

function watchStream(stream: NodeJS.WriteStream, kept: Set<string>): () => void {
  const write = stream.write.bind(stream);
  stream.write = ((...given: Parameters<typeof write>) => {
    kept.add(String(given[0]));
    return write(...given);
  }) as typeof stream.write;
  return () => (stream.write = write);
}

function secretsIn(value: unknown): string[] {
  if (value instanceof Secret) return [String(open(value))];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(secretsIn);
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value, (_name, one: unknown) =>
    typeof one === 'bigint' ? String(one) : one,
  );
}

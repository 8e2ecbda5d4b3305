// Several connections to the addresses of a host, opened again whenever one ends. A request goes
// out on the signed-on connection with the fewest answers awaited; if there is none, nothing is
// sent.

import type { IsoMessage } from '../codec/iso-message.ts';
import { NotSent, openLink, type Link, type LinkOptions } from './link.ts';

/** The messages that a connection needs by itself. */
export interface NetworkMessages {
  signOn(): IsoMessage;
  signOff(): IsoMessage;
  echo(): IsoMessage;
  isApproved(answer: IsoMessage): boolean;
  /** The answer to a request of the host; undefined: it is ignored. */
  answer(request: IsoMessage): IsoMessage | undefined;
}

export type Address = Pick<LinkOptions, 'host' | 'port'>;

export interface LinesOptions extends Omit<LinkOptions, 'host' | 'port'> {
  /** A promise: nothing is opened before it is known. */
  readonly hosts: readonly Address[] | Promise<readonly Address[]>;
  /** To each address. */
  readonly connections: number;
  readonly echoEveryMs: number;
  readonly messages: NetworkMessages;
}

export interface Lines {
  /** Rejects with `NotSent`, or as `Link.request`. */
  readonly request: (message: IsoMessage) => Promise<IsoMessage>;
  /** How many connections are signed on. */
  readonly ready: () => number;
  /** Resolves as soon as a connection is signed on. */
  whenReady(): Promise<void>;
  /** Signs off first. */
  close(): Promise<void>;
}

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;
const SIGN_OFF_MS = 1_000;
const SHORT_LIFE_MS = 1_000;

export function openLines(options: LinesOptions): Lines {
  const { hosts, connections, messages } = options;
  const ready = new ReadyLinks();
  const stopping = new AbortController();
  const keepAll = async (): Promise<void> => {
    const all = await hosts;
    const places = Array.from({ length: connections }, () => all).flat();
    const keep = (one: Address) => keepOpen({ ...options, ...one }, ready, stopping.signal);
    await Promise.all(places.map(keep));
  };
  const loops = keepAll();
  loops.catch(() => undefined);
  return {
    ready: () => ready.all.size,
    whenReady: () => ready.first(),
    async request(message) {
      const link = [...ready.all].toSorted((one, other) => one.pending() - other.pending())[0];
      if (!link) throw new NotSent('no connection to the host is signed on');
      return link.request(message);
    },
    async close() {
      const signOff = (link: Link) => link.request(messages.signOff(), SIGN_OFF_MS);
      await Promise.allSettled(Array.from(ready.all, signOff));
      stopping.abort();
      await loops;
    },
  };
}

/** The connections that are signed on, and who waits for one. */
class ReadyLinks {
  readonly all = new Set<Link>();
  #next = Promise.withResolvers<void>();

  add(link: Link): void {
    this.all.add(link);
    this.#next.resolve();
  }

  delete(link: Link): void {
    this.all.delete(link);
    if (this.all.size === 0) this.#next = Promise.withResolvers<void>();
  }

  first(): Promise<void> {
    return this.#next.promise;
  }
}

type PlaceOptions = LinesOptions & Address;

/** Until it is stopped. The pause doubles after a failure; a sign-on resets it. */
async function keepOpen(
  options: PlaceOptions,
  ready: ReadyLinks,
  signal: AbortSignal,
): Promise<void> {
  const { clock, log } = options;
  for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted;) {
    try {
      const startedMs = clock.monotonicMs();
      await useLink(options, ready, signal);
      pauseMs = FIRST_PAUSE_MS;
      // A host that closes what it has just accepted is not called without a pause.
      if (clock.monotonicMs() - startedMs < SHORT_LIFE_MS) await clock.sleep(pauseMs, signal);
    } catch (error) {
      log.warn({ err: error }, 'no connection to the host');
      await clock.sleep(pauseMs, signal);
      pauseMs = Math.min(MAX_PAUSE_MS, 2 * pauseMs);
    }
  }
}

/** Opens a connection, signs on and keeps it until it ends; throws if it cannot be used. */
async function useLink(
  options: PlaceOptions,
  ready: ReadyLinks,
  signal: AbortSignal,
): Promise<void> {
  const { messages } = options;
  const link = await openLink(options, (request) => messages.answer(request));
  const stop = (): void => link.close();
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  try {
    const answer = await link.request(messages.signOn());
    if (!messages.isApproved(answer)) throw new Error('the host refused the sign-on');
    ready.add(link);
    await echoUntilEnd(options, link, signal);
  } finally {
    ready.delete(link);
    signal.removeEventListener('abort', stop);
    link.close();
  }
}

/** An echo test that fails ends the connection. */
async function echoUntilEnd(
  { clock, echoEveryMs, messages, log }: LinesOptions,
  link: Link,
  signal: AbortSignal,
): Promise<void> {
  let isOpen = true;
  const ended = new AbortController();
  void link.ended.then(() => {
    isOpen = false;
    ended.abort();
  });
  while (isOpen && !signal.aborted) {
    await clock.sleep(echoEveryMs, ended.signal);
    if (!isOpen) return;
    try {
      await link.request(messages.echo());
    } catch (error) {
      return log.warn({ err: error }, 'the host does not answer an echo test');
    }
  }
}

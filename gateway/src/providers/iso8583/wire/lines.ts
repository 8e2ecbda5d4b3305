// Several connections to a host, opened again whenever one ends. A request goes out on the signed-on
// connection with the fewest answers awaited; if there is none, nothing is sent.

import type { IsoMessage } from '../codec/iso-message.ts';
import { openLink, type Link, type LinkOptions } from './link.ts';

/** No connection was ready: the host has certainly not received the request. */
export class NotConnected extends Error {}

/** The messages that a connection needs by itself. */
export interface NetworkMessages {
  signOn(): IsoMessage;
  echo(): IsoMessage;
  isApproved(answer: IsoMessage): boolean;
  /** The answer to a request of the host; undefined: it is ignored. */
  answer(request: IsoMessage): IsoMessage | undefined;
}

export interface LinesOptions extends LinkOptions {
  readonly connections: number;
  readonly echoEveryMs: number;
  readonly messages: NetworkMessages;
}

export interface Lines {
  /** Rejects with `NotConnected`, or as `Link.request`. */
  readonly request: (message: IsoMessage) => Promise<IsoMessage>;
  /** How many connections are signed on. */
  readonly ready: () => number;
  close(): Promise<void>;
}

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 30_000;

export function openLines(options: LinesOptions): Lines {
  const ready = new Set<Link>();
  const stopping = new AbortController();
  const loops = Array.from({ length: options.connections }, () =>
    keepOpen(options, ready, stopping.signal),
  );
  return {
    ready: () => ready.size,
    async request(message) {
      const link = [...ready].toSorted((one, other) => one.pending() - other.pending())[0];
      if (!link) throw new NotConnected('no connection to the host is signed on');
      return link.request(message);
    },
    async close() {
      stopping.abort();
      for (const link of ready) link.close();
      await Promise.all(loops);
    },
  };
}

/** Until it is stopped. The pause after a failure doubles; a connection that signed on resets it. */
async function keepOpen(
  options: LinesOptions,
  ready: Set<Link>,
  signal: AbortSignal,
): Promise<void> {
  const { clock, log } = options;
  for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted;) {
    try {
      await useLink(options, ready, signal);
      pauseMs = FIRST_PAUSE_MS;
    } catch (error) {
      log.warn({ err: error }, 'no connection to the host');
      await clock.sleep(pauseMs, signal);
      pauseMs = Math.min(MAX_PAUSE_MS, 2 * pauseMs);
    }
  }
}

/** Opens a connection, signs on and keeps it until it ends; throws if it cannot be used. */
async function useLink(
  options: LinesOptions,
  ready: Set<Link>,
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

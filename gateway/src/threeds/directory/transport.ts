// The two transports to directory servers: HTTP, one URL per server, or a handler in this process.

import type { Clock } from '../../core/clock.ts';
import { answerWithin, jsonCalls, type JsonAnswer } from '../../http/outgoing.ts';
import type { JsonCallOptions } from '../../http/outgoing.ts';
import type { DirectoryServer } from '../../cards/directory-server.ts';
import type { AReq } from '../messages/message.ts';
import type { PReq } from '../ranges/range-message.ts';
import type { DirectoryTransport } from './directory.ts';

/** A list has all card ranges of a server; other answers are short. */
const MAX_LIST_BYTES = 32 * 1024 * 1024;

interface HttpDirectoryOptions extends Omit<JsonCallOptions, 'maxAnswerBytes'> {
  /** `{organization}` is replaced by the operator of the server: visa, mastercard and so on. */
  readonly url: string;
}

export function httpDirectory(options: HttpDirectoryOptions): {
  readonly send: DirectoryTransport;
  close(): Promise<void>;
} {
  const lists = jsonCalls({ ...options, maxAnswerBytes: MAX_LIST_BYTES });
  const requests = jsonCalls(options);
  const urlOf = (server: DirectoryServer): string =>
    options.url.replaceAll('{organization}', server.toLowerCase());
  return {
    async close() {
      await Promise.all([lists.close(), requests.close()]);
    },
    send: (server, message) =>
      (message.messageType === 'PReq' ? lists : requests).post(urlOf(server), message),
  };
}

/** `undefined` means that it never answers. */
type LocalDirectory = (
  server: DirectoryServer,
  message: PReq | AReq,
) => Promise<JsonAnswer | undefined>;

export function localDirectory(
  handle: LocalDirectory,
  clock: Clock,
  timeoutMs: number,
): DirectoryTransport {
  return (server, message) => answerWithin(clock, timeoutMs, handle(server, message));
}

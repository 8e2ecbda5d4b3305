// The two ways to reach directory servers: HTTP, one address per organization, or a handler inside
// this process.

import type { Clock } from '../../core/clock.ts';
import { answerWithin, jsonCalls, type JsonAnswer } from '../../http/outgoing.ts';
import type { JsonCallOptions } from '../../http/outgoing.ts';
import type { Organization } from '../../cards/card-number.ts';
import type { AReq, PReq } from '../messages/message.ts';
import type { DirectoryTransport } from './directory.ts';

/** All card ranges of an organization; other answers are short. */
const LONGEST_LIST = 32 * 1024 * 1024;

export interface HttpDirectoryOptions extends Omit<JsonCallOptions, 'longestAnswer'> {
  /** `{organization}` stands for visa, mastercard and so on. */
  readonly url: string;
}

export function httpDirectory(options: HttpDirectoryOptions): {
  readonly send: DirectoryTransport;
  close(): Promise<void>;
} {
  const lists = jsonCalls({ ...options, longestAnswer: LONGEST_LIST });
  const requests = jsonCalls(options);
  const urlOf = (organization: Organization): string =>
    options.url.replaceAll('{organization}', organization.toLowerCase());
  return {
    async close() {
      await Promise.all([lists.close(), requests.close()]);
    },
    send: (organization, message) =>
      (message.messageType === 'PReq' ? lists : requests).post(urlOf(organization), message),
  };
}

/** `undefined` means that it never answers. */
export type LocalDirectory = (
  organization: Organization,
  message: PReq | AReq,
) => Promise<JsonAnswer | undefined>;

export function localDirectory(
  handle: LocalDirectory,
  clock: Clock,
  timeoutMs: number,
): DirectoryTransport {
  return (organization, message) => answerWithin(clock, timeoutMs, handle(organization, message));
}

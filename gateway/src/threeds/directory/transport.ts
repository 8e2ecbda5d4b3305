// The two ways to reach directory servers: HTTP, one address per organization, or a handler inside
// this process.

import type { Clock } from '../../core/clock.ts';
import { answerWithin, jsonCalls, type JsonAnswer } from '../../http/outgoing.ts';
import type { JsonCallOptions } from '../../http/outgoing.ts';
import type { Organization } from '../../cards/card-number.ts';
import type { AReq, PReq } from '../messages/message.ts';
import type { DirectoryTransport } from './directory.ts';

/** A list of all card ranges of an organization is long. */
const LONGEST_ANSWER = 32 * 1024 * 1024;

export interface HttpDirectoryOptions extends JsonCallOptions {
  /** `{organization}` stands for visa, mastercard and so on. */
  readonly url: string;
}

export function httpDirectory(options: HttpDirectoryOptions): {
  readonly send: DirectoryTransport;
  close(): Promise<void>;
} {
  const calls = jsonCalls({ ...options, longestAnswer: LONGEST_ANSWER });
  const urlOf = (organization: Organization): string =>
    options.url.replaceAll('{organization}', organization.toLowerCase());
  return {
    close: () => calls.close(),
    send: (organization, message) => calls.post(urlOf(organization), message),
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

// The directory server port: card ranges and authentication requests go out, values come back. What
// happens on the wire is never thrown.

import { CallTimeout, type JsonAnswer } from '../../http/outgoing.ts';
import type { Organization } from '../../cards/card-number.ts';
import type { AReq, PReq } from '../messages/message.ts';
import { readAnswer, readPRes, type AreqAnswer, type PresAnswer } from '../messages/read.ts';

/** Sends one message to the directory server of an organization; rejects when no answer came. */
export type DirectoryTransport = (
  organization: Organization,
  message: PReq | AReq,
) => Promise<JsonAnswer>;

/** Nobody knows what became of the request; it moved no money, so nobody has to ask. */
export interface NoAnswer {
  readonly kind: 'silence';
  readonly why: 'timeout' | 'connection';
}

export interface Directory {
  authenticate(organization: Organization, message: AReq): Promise<AreqAnswer | NoAnswer>;
  ranges(organization: Organization, message: PReq): Promise<PresAnswer | NoAnswer>;
}

export function createDirectory(send: DirectoryTransport): Directory {
  const ask = async <M extends PReq | AReq, T>(
    organization: Organization,
    message: M,
    read: (answer: JsonAnswer, asked: M) => T,
  ): Promise<T | NoAnswer> => {
    let answer: JsonAnswer;
    try {
      answer = await send(organization, message);
    } catch (error) {
      return { kind: 'silence', why: error instanceof CallTimeout ? 'timeout' : 'connection' };
    }
    return read(answer, message);
  };
  return {
    authenticate: (organization, message) => ask(organization, message, readAnswer),
    ranges: (organization, message) => ask(organization, message, readPRes),
  };
}

// The directory server port: card ranges and authentication requests go out, values come back. What
// happens on the wire is never thrown.

import { CallTimeout, type JsonAnswer } from '../../http/outgoing.ts';
import { organizations, type Organization } from '../../cards/card-number.ts';
import { directoryServerOf, type DirectoryServer } from '../../cards/directory-server.ts';
import { present } from '../../core/json/present.ts';
import type { AReq, PReq, ServerSignature, Unsigned } from '../messages/message.ts';
import { readAnswer, readPRes, type AreqAnswer, type PresAnswer } from '../messages/read.ts';

/** Sends one message to a directory server; rejects when no answer came. */
export type DirectoryTransport = (
  server: DirectoryServer,
  message: PReq | AReq,
) => Promise<JsonAnswer>;

/** Nobody knows what became of the request; it moved no money, so nobody has to ask. */
export interface NoAnswer {
  readonly kind: 'silence';
  readonly why: 'timeout' | 'connection';
}

/** Nobody was asked, because something of ours is missing. */
export interface NotAsked {
  readonly kind: 'not asked';
  readonly why: 'card' | 'merchant' | 'merchant-settings' | 'device' | 'directory';
  readonly merchantId: string;
  /** Which settings of the merchant the message would have told. */
  readonly settings?: readonly string[];
}

export interface Directory {
  /** The servers there are, each of which tells the ranges of all its organizations. */
  readonly servers: readonly DirectoryServer[];
  /** Whether there is a server for the cards of this organization. */
  serves(organization: Organization): boolean;
  authenticate(organization: Organization, message: Unsigned<AReq>): Promise<AreqAnswer | NoAnswer>;
  ranges(server: DirectoryServer, message: Unsigned<PReq>): Promise<PresAnswer | NoAnswer>;
}

/** What the operator was assigned, which every message tells, and where it takes part. */
export interface DirectoryOptions {
  readonly serverReference?: string | undefined;
  readonly operatorId?: string | null | undefined;
  /** The organizations whose cards can be asked about. */
  readonly directoryOrganizations?: readonly Organization[] | undefined;
}

export const DEFAULT_SERVER_REFERENCE = 'BRAMKA-3DS-SERVER';

export function createDirectory(
  send: DirectoryTransport,
  options: DirectoryOptions = {},
): Directory {
  const { serverReference = DEFAULT_SERVER_REFERENCE, operatorId } = options;
  const { directoryOrganizations: served = organizations } = options;
  const signature: ServerSignature = {
    threeDSServerRefNumber: serverReference,
    ...present({ threeDSServerOperatorID: operatorId ?? undefined }),
  };
  const ask = async <M extends PReq | AReq, T>(
    server: DirectoryServer,
    message: M,
    read: (answer: JsonAnswer, asked: M) => T,
  ): Promise<T | NoAnswer> => {
    let answer: JsonAnswer;
    try {
      answer = await send(server, message);
    } catch (error) {
      return { kind: 'silence', why: error instanceof CallTimeout ? 'timeout' : 'connection' };
    }
    return read(answer, message);
  };
  return {
    servers: [...new Set(served.map(directoryServerOf))],
    serves: (organization) => served.includes(organization),
    authenticate: (organization, message) =>
      ask(directoryServerOf(organization), { ...message, ...signature }, readAnswer),
    ranges: (server, message) => ask(server, { ...message, ...signature }, readPRes),
  };
}

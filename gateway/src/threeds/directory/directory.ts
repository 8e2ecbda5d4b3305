// The directory server port: sends card range and authentication requests and returns values.
// Network problems are never thrown.

import { CallTimeout, type JsonAnswer } from '../../http/outgoing.ts';
import { organizations, type Organization } from '../../cards/card-number.ts';
import { directoryServerOf, type DirectoryServer } from '../../cards/directory-server.ts';
import { present } from '../../core/json/present.ts';
import type { AReq, ServerIds, WithoutServerIds } from '../messages/message.ts';
import type { PReq } from '../ranges/range-message.ts';
import { readAreqAnswer, type AreqAnswer } from '../messages/read.ts';
import { readPRes, type PresAnswer } from '../messages/read-ranges.ts';

/** Sends one message to a directory server; rejects when no answer came. */
export type DirectoryTransport = (
  server: DirectoryServer,
  message: PReq | AReq,
) => Promise<JsonAnswer>;

/** It is unknown what happened to the request; it moved no money, so no inquiry is needed. */
export interface NoAnswer {
  readonly kind: 'silence';
  readonly why: 'timeout' | 'connection';
}

/** No request was sent, because something on our side is missing. */
export interface NotAsked {
  readonly kind: 'not asked';
  readonly why: 'card' | 'merchant' | 'merchant-settings' | 'device' | 'directory';
  readonly merchantId: string;
  /** The merchant settings that are missing for the message. */
  readonly settings?: readonly string[];
}

export interface Directory {
  /** The available servers; each lists the ranges of all its organizations. */
  readonly servers: readonly DirectoryServer[];
  /** Whether there is a server for the cards of this organization. */
  serves(organization: Organization): boolean;
  authenticate(
    organization: Organization,
    message: WithoutServerIds<AReq>,
  ): Promise<AreqAnswer | NoAnswer>;
  ranges(server: DirectoryServer, message: WithoutServerIds<PReq>): Promise<PresAnswer | NoAnswer>;
}

/** The operator's assigned numbers, sent in every message, and its organizations. */
export interface DirectoryOptions {
  readonly serverReference?: string | undefined;
  readonly operatorId?: string | null | undefined;
  /** The organizations whose cards can be authenticated. */
  readonly directoryOrganizations?: readonly Organization[] | undefined;
}

export const DEFAULT_SERVER_REFERENCE = 'BRAMKA-3DS-SERVER';

export function createDirectory(
  send: DirectoryTransport,
  options: DirectoryOptions = {},
): Directory {
  const { serverReference = DEFAULT_SERVER_REFERENCE, operatorId } = options;
  const { directoryOrganizations: served = organizations } = options;
  const signature: ServerIds = {
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
      ask(directoryServerOf(organization), { ...message, ...signature }, readAreqAnswer),
    ranges: (server, message) => ask(server, { ...message, ...signature }, readPRes),
  };
}

// Messages to the notification endpoint of any node: results from the directory server, and what
// browsers bring back from the ACS.

import type { Authentication } from '@bramka/gateway/threeds/authentication.ts';
import { encodeJson } from '@bramka/gateway/threeds/messages/base64url.ts';
import { call, type Reply } from '../client/call.ts';
import type { Chance } from '../world/chance.ts';
import type { SimulatedNode } from '../node/node-parts.ts';
import type { IssuerCase } from './book.ts';

export type Fields = Readonly<Record<string, string | undefined>>;

export interface NotificationParts {
  readonly chance: Chance;
  readonly nodes: readonly SimulatedNode[];
  readonly onDefect: (where: string, error: unknown) => void;
  /** A planted bug in the reading of results. */
  readonly misread: ((body: Fields) => Fields) | undefined;
}

export interface Notifications {
  /** Undefined if the node is down or crashes meanwhile. */
  bring(body: Fields, key?: string): Promise<{ to: string; reply: Reply } | undefined>;
}

export function createNotifications({
  chance,
  nodes,
  onDefect,
  misread,
}: NotificationParts): Notifications {
  return {
    async bring(body, key) {
      const node = chance.pick(nodes);
      if (!node.life.isAlive()) return undefined;
      const arrival = {
        operation: 'notification',
        caller: { kind: 'anyone' },
        params: {},
        query: key === undefined ? {} : { key },
        body: misread?.(body) ?? body,
        key: null,
      } as const;
      const reply = await call(node, arrival, (error) => onDefect('notification', error));
      return reply === 'lost' ? undefined : { to: node.name, reply };
    },
  };
}

/** The browser reports that the 3DS Method has run. */
export function fingerprintNotification({
  authenticationId,
}: Pick<Authentication, 'authenticationId'>) {
  return { threeDSMethodData: encodeJson({ threeDSServerTransID: authenticationId }) };
}

/** The browser returns; the result it reports need not be true. */
export function challengeReturn({ areq, acsTransId }: IssuerCase, transStatus: string) {
  const cres = {
    messageType: 'CRes',
    messageVersion: areq.messageVersion,
    threeDSServerTransID: areq.threeDSServerTransID,
    acsTransID: acsTransId,
    transStatus,
  };
  return { cres: encodeJson(cres) };
}

// The authentications of the simulated issuer: the table definition for the journal, and the read
// queries.

import { isoTime, type Instant } from '@bramka/gateway/core/clock.ts';
import { selectList, table, type ColumnsOf } from '@bramka/gateway/journal/table.ts';
import { statement, type Queryable } from '@bramka/gateway/storage/database.ts';
import type { AuthenticationRow } from './authentication.ts';

/** The constraint that detects a repeated authentication request. */
export const ONE_PER_SERVER_ID = 'authentications_server_trans_id';

export const authenticationTable = table('sandbox.authentications', {
  columns: {
    createdAt: 'timestamptz',
    expiresAt: 'timestamptz',
    dueAt: 'timestamptz',
    version: 'integer',
    tries: 'integer',
    interactionCounter: 'integer',
    resultTries: 'integer',
    sdkMessages: 'integer',
    acsTransId: 'uuid',
    dsTransId: 'uuid',
    serverTransId: 'uuid',
    sdkTransId: 'text',
    organization: 'text',
    messageVersion: 'text',
    messageCategory: 'text',
    deviceChannel: 'text',
    serverUrl: 'text',
    notificationUrl: 'text',
    merchantName: 'text',
    amount: 'text',
    currency: 'text',
    cardMask: 'text',
    path: 'text',
    state: 'text',
    transStatus: 'text',
    transStatusReason: 'text',
    eci: 'text',
    cavv: 'text',
    challengeCancel: 'text',
    sessionData: 'text',
    sessionKey: 'text',
    resultState: 'text',
  } satisfies ColumnsOf<AuthenticationRow>,
  key: ['acsTransId'],
  hasOwnId: true,
  mutable: [
    ...(['dueAt', 'version', 'tries', 'interactionCounter', 'resultTries'] as const),
    ...(['sdkMessages', 'state', 'transStatus', 'transStatusReason', 'eci', 'cavv'] as const),
    ...(['challengeCancel', 'sessionData', 'resultState'] as const),
  ],
  version: 'version',
  unique: [
    { name: ONE_PER_SERVER_ID, columns: ['serverTransId'] },
    { name: 'authentications_ds_trans_id', columns: ['dsTransId'] },
  ],
});

export interface AuthenticationStore {
  find(acsTransId: string): Promise<AuthenticationRow | undefined>;
  /** Finds a row by the id that the directory server assigned. */
  ofDirectory(dsTransId: string): Promise<AuthenticationRow | undefined>;
  /** Rows that are due at this time, the oldest first. */
  due(now: Instant, most: number): Promise<AuthenticationRow[]>;
}

const columns = selectList(authenticationTable);
const find = statement(
  'sandbox.authentication.find',
  `select ${columns} from sandbox.authentications where acs_trans_id = $1::uuid`,
);
const ofDirectory = statement(
  'sandbox.authentication.of-directory',
  `select ${columns} from sandbox.authentications where ds_trans_id = $1::uuid`,
);
const due = statement(
  'sandbox.authentication.due',
  `select ${columns} from sandbox.authentications
   where due_at <= $1::timestamptz order by due_at, acs_trans_id limit $2`,
);
export const authenticationsDue = statement(
  'sandbox.authentication.some-due',
  'select 1 from sandbox.authentications where due_at <= $1::timestamptz order by due_at',
);

export function sqlAuthenticationStore(database: Queryable): AuthenticationStore {
  return {
    find: async (acsTransId) => (await database.run<AuthenticationRow>(find, [acsTransId]))[0],
    ofDirectory: async (dsTransId) =>
      (await database.run<AuthenticationRow>(ofDirectory, [dsTransId]))[0],
    due: (now, most) => database.run<AuthenticationRow>(due, [isoTime(now), most]),
  };
}

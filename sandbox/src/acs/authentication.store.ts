// The authentications of the simulated issuer: the table definition for the journal, and the read
// queries.

import { table, type ColumnsOf } from '@bramka/gateway/journal/table.ts';
import { rowsDue, rowWhere, someDue, storeOf } from '../party/queries.store.ts';
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

type Row = AuthenticationRow;

export const sqlAuthenticationStore = storeOf({
  find: rowWhere<Row, [acsTransId: string]>(
    'authentication.find',
    authenticationTable,
    'acs_trans_id = $1::uuid',
  ),
  /** By the id that the directory server assigned. */
  ofDirectory: rowWhere<Row, [dsTransId: string]>(
    'authentication.of-directory',
    authenticationTable,
    'ds_trans_id = $1::uuid',
  ),
  due: rowsDue<Row>('authentication.due', authenticationTable),
});
export type AuthenticationStore = ReturnType<typeof sqlAuthenticationStore>;

export const authenticationsDue = someDue('authentication.some-due', authenticationTable.name);

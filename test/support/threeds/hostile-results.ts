// Results that must not be accepted, as tables: what an attacker, another shop or a faulty
// directory server might send. Each is built from two genuine payments whose ids and keys are
// known.
import { randomUUID } from 'node:crypto';
import type { Json } from '../client.ts';
import type { DirectoryExchange } from './directory-between.ts';

/** A payment in its challenge, with the values that only the directory server knows. */
export interface Target {
  readonly paymentId: string;
  readonly id: string;
  readonly acsTransId: string;
  readonly dsTransId: string;
  readonly key: string;
  readonly version: string;
}

export function targetOf(paymentId: string, { areq, ares, key }: DirectoryExchange): Target {
  return {
    paymentId,
    id: areq['threeDSServerTransID'] as string,
    acsTransId: ares['acsTransID'] as string,
    dsTransId: ares['dsTransID'] as string,
    key,
    version: areq['messageVersion'] as string,
  };
}

/** 20 bytes that no issuer has created. */
const invented = Buffer.alloc(20, 7).toString('base64');

/** A result with all ids right, reporting success with an invented proof. */
export function resultOf(
  { id, acsTransId, dsTransId, version }: Target,
  overrides: Json = {},
): Json {
  return {
    messageType: 'RReq',
    messageVersion: version,
    messageCategory: '01',
    threeDSServerTransID: id,
    dsTransID: dsTransId,
    acsTransID: acsTransId,
    transStatus: 'Y',
    eci: '05',
    authenticationValue: invented,
    authenticationType: '02',
    interactionCounter: '01',
    ...overrides,
  };
}

export interface Hostile {
  /** The key in the URL; absent: none. */
  readonly key?: string;
  readonly body: Json;
}
type Row = readonly [what: string, make: (mine: Target, other: Target) => Hostile];

const withKey =
  (makeKey: (mine: Target, other: Target) => string): Row[1] =>
  (mine, other) => ({ key: makeKey(mine, other), body: resultOf(mine) });
const withFields =
  (makeFields: (mine: Target, other: Target) => Json): Row[1] =>
  (mine, other) => ({ key: mine.key, body: resultOf(mine, makeFields(mine, other)) });

/** Answered with 401: not authentic. */
export const notAuthentic: readonly Row[] = [
  ['no key', (mine) => ({ body: resultOf(mine) })],
  ['an empty key', withKey(() => '')],
  ['the key of another payment', withKey((_mine, other) => other.key)],
  ['a key with one digit changed', withKey(({ key }) => key.replace(/^./, flipped))],
  ['a key without its last digit', withKey(({ key }) => key.slice(0, -1))],
  ['a key with an extra digit', withKey(({ key }) => `${key}0`)],
  ['a key in capitals', withKey(({ key }) => key.toUpperCase())],
  ['a key of zeros', withKey(() => '0'.repeat(64))],
  ['the id as key', withKey(({ id }) => id)],
  ['the key inside the message', (mine) => ({ body: resultOf(mine, { key: mine.key }) })],
  [
    'the right key, but the transaction of another payment',
    withFields((_mine, { id }) => ({ threeDSServerTransID: id })),
  ],
  [
    'the right key, but all ids of another payment',
    (mine, other) => ({ key: mine.key, body: resultOf(other) }),
  ],
  [
    'the acsTransID of another payment',
    withFields((_mine, { acsTransId }) => ({ acsTransID: acsTransId })),
  ],
  [
    'the dsTransID of another payment',
    withFields((_mine, { dsTransId }) => ({ dsTransID: dsTransId })),
  ],
  [
    'acsTransID and dsTransID of another payment',
    withFields((_, other) => ({ acsTransID: other.acsTransId, dsTransID: other.dsTransId })),
  ],
  [
    'acsTransID and dsTransID swapped',
    withFields(({ acsTransId, dsTransId }) => ({ acsTransID: dsTransId, dsTransID: acsTransId })),
  ],
  ['an unknown acsTransID', withFields(() => ({ acsTransID: randomUUID() }))],
  ['an unknown dsTransID', withFields(() => ({ dsTransID: randomUUID() }))],
  ['our own id as acsTransID', withFields(({ id }) => ({ acsTransID: id }))],
  ['our own id as dsTransID', withFields(({ id }) => ({ dsTransID: id }))],
  [
    'the acsTransID as transaction',
    withFields(({ acsTransId }) => ({ threeDSServerTransID: acsTransId })),
  ],
  ['another version', withFields(() => ({ messageVersion: '2.1.0' }))],
  ['another category', withFields(() => ({ messageCategory: '02' }))],
  ['a type in small letters', withFields(() => ({ messageType: 'rreq' }))],
  ['the message type RRes', withFields(() => ({ messageType: 'RRes' }))],
  ['no type', withFields(() => ({ messageType: undefined }))],
  ['no transaction', withFields(() => ({ threeDSServerTransID: undefined }))],
  ['a list as transaction', withFields(({ id }) => ({ threeDSServerTransID: [id] }))],
];

function flipped(digit: string): string {
  return digit === '0' ? '1' : '0';
}

type Wrong = readonly [what: string, fields: Json, errorCode: '201' | '203'];

/**
 * Right key and ids, but not a valid result: answered with an Erro that names the field, status
 * 200.
 */
export const malformed: readonly Wrong[] = [
  ['transStatus C', { transStatus: 'C' }, '203'],
  ['transStatus D', { transStatus: 'D' }, '203'],
  ['transStatus I', { transStatus: 'I' }, '203'],
  ['a small transStatus', { transStatus: 'y' }, '203'],
  ['two letters as transStatus', { transStatus: 'YY' }, '203'],
  ['a list as transStatus', { transStatus: ['Y'] }, '203'],
  ['an object as transStatus', { transStatus: { toString: 'Y' } }, '203'],
  ['no transStatus', { transStatus: undefined }, '201'],
  ['an empty transStatus', { transStatus: '' }, '201'],
  ['success without a proof', { authenticationValue: undefined }, '201'],
  ['a proof of 19 bytes', { authenticationValue: Buffer.alloc(19).toString('base64') }, '203'],
  ['a proof that is not base64', { authenticationValue: '*'.repeat(28) }, '203'],
  ['success without an ECI', { eci: undefined }, '201'],
  ['an ECI of one digit', { eci: '5' }, '203'],
  ['a number as ECI', { eci: 5 }, '203'],
  ['no interactionCounter', { interactionCounter: undefined }, '201'],
  ['a counter of three digits', { interactionCounter: '001' }, '203'],
  ['an unknown version', { messageVersion: '2.0.0' }, '203'],
  ['an unknown category', { messageCategory: '03' }, '203'],
  ['no acsTransID', { acsTransID: undefined }, '201'],
  ['an empty acsTransID', { acsTransID: '' }, '201'],
  ['an invalid acsTransID', { acsTransID: 'x'.repeat(36) }, '203'],
  ['no dsTransID', { dsTransID: null }, '201'],
  ['an invalid dsTransID', { dsTransID: 'x'.repeat(36) }, '203'],
];

/** As a form, if every value is a string. */
export function asForm(body: Json): string | undefined {
  const fields = Object.entries(body).filter(([, value]) => value !== undefined);
  if (fields.some(([, value]) => typeof value !== 'string')) return undefined;
  return new URLSearchParams(fields as [string, string][]).toString();
}

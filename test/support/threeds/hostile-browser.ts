// Invalid browser requests to the notification endpoint, as tables: CRes messages of another
// payment or without a valid format, and bodies that are not messages.
import { randomUUID } from 'node:crypto';
import type { Json } from '../client.ts';
import { resultOf, type Target } from './hostile-results.ts';

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

export const encoded = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

/** A CRes with all ids right, reporting success. */
export function cresOf({ id, acsTransId, version }: Target, overrides: Json = {}): Json {
  return {
    messageType: 'CRes',
    messageVersion: version,
    threeDSServerTransID: id,
    acsTransID: acsTransId,
    transStatus: 'Y',
    challengeCompletionInd: 'Y',
    ...overrides,
  };
}

type Row = readonly [what: string, make: (mine: Target, other: Target) => string, status?: number];

const withFields =
  (makeFields: (other: Target) => Json): Row[1] =>
  (mine, other) =>
    encoded(cresOf(mine, makeFields(other)));

/** Refused with 401 unless stated otherwise. */
export const badCres: readonly Row[] = [
  [
    'the challenge of another payment',
    withFields(({ acsTransId }) => ({ acsTransID: acsTransId })),
  ],
  ['the transaction of another payment', withFields(({ id }) => ({ threeDSServerTransID: id }))],
  ['an unknown transaction', withFields(() => ({ threeDSServerTransID: randomUUID() }))],
  ['another type', withFields(() => ({ messageType: 'CReq' }))],
  ['no status', withFields(() => ({ transStatus: undefined }))],
  ['no challenge', withFields(() => ({ acsTransID: null }))],
  ['a result inside', (mine) => encoded(resultOf(mine))],
  ['a list around it', (mine) => encoded([cresOf(mine)])],
  ['half of it missing', (mine) => encoded(cresOf(mine)).slice(0, 60)],
  ['plain JSON', (mine) => JSON.stringify(cresOf(mine))],
  ['nonsense', () => '????'],
  ['its fields in a prototype', (mine) => inPrototype(cresOf(mine))],
  ['33 KiB of it', withFields(() => ({ padding: 'x'.repeat(25_000) })), 400],
];

function inPrototype(fields: Json): string {
  return Buffer.from(`{"__proto__":${JSON.stringify(fields)}}`).toString('base64url');
}

type Body = readonly [what: string, body: string | Buffer, type: string, status: number];

const JSON_TYPE = 'application/json';
const FORM_TYPE = FORM['content-type'];
const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

export const badBodies: readonly Body[] = [
  ['nothing', '', JSON_TYPE, 400],
  ['null', 'null', JSON_TYPE, 400],
  ['a list', '[{"messageType":"RReq"}]', JSON_TYPE, 400],
  ['an empty object', '{}', JSON_TYPE, 401],
  ['an empty form', '', FORM_TYPE, 400],
  ['an empty form', '&&&', FORM_TYPE, 401],
  ['broken JSON', '{"messageType":"RReq"', JSON_TYPE, 400],
  ['a number as type', '{"messageType":5}', JSON_TYPE, 400],
  ['bytes that are not UTF-8', Buffer.of(0x7b, 0xff, 0x7d), JSON_TYPE, 400],
  ['depth without end', `{"messageType":"RReq","x":${deep(5000)}}`, JSON_TYPE, 400],
  ['70 KiB', `{"messageType":"RReq","x":"${'x'.repeat(70_000)}"}`, JSON_TYPE, 413],
  ['a form of 70 KiB', `cres=${'x'.repeat(70_000)}`, FORM_TYPE, 413],
  ['a field twice', '{"messageType":"RReq","messageType":"RReq"}', JSON_TYPE, 400],
  ['a form field twice', 'messageType=RReq&messageType=RReq', FORM_TYPE, 400],
  ['a form with invalid encoding', 'cres=%zz', FORM_TYPE, 400],
  ['text', 'messageType=RReq', 'text/plain', 415],
  ['XML', '<RReq/>', 'application/xml', 415],
  ['an encrypted message', 'a.b.c.d.e', 'application/jose', 415],
  ['a multipart form', '--x--', 'multipart/form-data; boundary=x', 415],
];

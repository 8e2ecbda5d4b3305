// Reads the answers of a token service. Anything that is not exactly a known answer to the request
// is `unknown`: a wrong token number would be charged or stored.

import { passesLuhn } from '../../core/iso/check-digit.ts';
import { fieldsOf, textOf, type Fields } from '../../core/json/fields.ts';
import type { Key } from '../../core/seal.ts';
import { open, secret, type Secret } from '../../core/secret.ts';
import { tokenStatuses, type NetworkToken } from '../network-token.ts';
import {
  pictureTypes,
  provisionRejectCodes,
  type CardPicture,
  type CryptogramAnswer,
  type ProvisionAnswer,
  type ReadAnswer,
  type RemoveAnswer,
  type UnknownAnswer,
} from '../token-service-port.ts';
import { decryptValues } from './encrypted-values.ts';
import type { TokenAnswer } from './messages.ts';

export const REFERENCE = /^[A-Za-z0-9_-]{1,64}$/;
export const YEAR_MONTH = /^20\d\d(0[1-9]|1[0-2])$/;
export const LAST_FOUR = /^\d{4}$/;
const TOKEN_NUMBER = /^\d{12,19}$/;
const PAR = /^[A-Z0-9]{29}$/;
/** Base64 of 20 bytes. */
const CRYPTOGRAM = /^[A-Za-z0-9+/]{27}=$/;
const MAX_PIXELS = 10_000;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

const garbage: UnknownAnswer = { kind: 'unknown', why: 'garbage' };
const failed: UnknownAnswer = { kind: 'unknown', why: 'provider-error' };

interface Provisioning {
  readonly requestId: string;
  readonly cardNumber: Secret<string>;
}

export function readProvision(
  answer: TokenAnswer,
  key: Key,
  { requestId, cardNumber }: Provisioning,
): ProvisionAnswer {
  if (answer.status !== 200) return failed;
  const reply = fieldsOf(answer.body) ?? {};
  if (reply['requestId'] !== requestId) return garbage;
  if (reply['result'] === 'DECLINED') {
    const code = provisionRejectCodes.find((one) => one === reply['rejectCode']);
    return { kind: 'declined', rejectCode: code ?? 'TOKENIZATION_DECLINED' };
  }
  if (reply['result'] !== 'PROVISIONED') return garbage;
  const token = readToken(reply['token'], key);
  // A card number sent instead of its token would be treated as if there were none.
  if (!token || open(token.number) === open(cardNumber)) return garbage;
  return { kind: 'provisioned', token };
}

export function readFound(answer: TokenAnswer, key: Key, instrumentRef: string): ReadAnswer {
  if (answer.status !== 200) return failed;
  const reply = fieldsOf(answer.body) ?? {};
  if (isNotFound(reply, instrumentRef)) return { kind: 'not-found' };
  if (reply['result'] !== 'FOUND') return garbage;
  const token = readToken(reply['token'], key);
  return token?.instrumentRef === instrumentRef ? { kind: 'found', token } : garbage;
}

export function readRemoved(answer: TokenAnswer, instrumentRef: string): RemoveAnswer {
  if (answer.status !== 200) return failed;
  const reply = fieldsOf(answer.body) ?? {};
  const isGone = reply['result'] === 'REMOVED' && reply['instrumentRef'] === instrumentRef;
  return isGone || isNotFound(reply, instrumentRef) ? { kind: 'removed' } : garbage;
}

export function readCryptogram(answer: TokenAnswer, instrumentRef: string): CryptogramAnswer {
  if (answer.status !== 200) return failed;
  const reply = fieldsOf(answer.body) ?? {};
  if (reply['instrumentRef'] !== instrumentRef) return garbage;
  if (reply['result'] === 'REFUSED') {
    const why = (['SUSPENDED', 'DELETED', 'NOT_FOUND'] as const).find(
      (one) => one === reply['why'],
    );
    return why ? { kind: 'refused', why } : garbage;
  }
  const cryptogram = textOf(reply['cryptogram'], CRYPTOGRAM);
  const eci = textOf(reply['eci'], /^0[0-7]$/);
  if (reply['result'] !== 'ISSUED' || !cryptogram || !eci) return garbage;
  return { kind: 'issued', cryptogram: secret(cryptogram), eci };
}

export function readVisual(
  answer: TokenAnswer,
  instrumentRef: string,
  visualId: string,
): CardPicture | undefined {
  const reply = fieldsOf(answer.body) ?? {};
  const isAsked = reply['instrumentRef'] === instrumentRef && reply['visualId'] === visualId;
  if (answer.status !== 200 || reply['result'] !== 'FOUND' || !isAsked) return undefined;
  const mimeType = pictureTypes.find((one) => one === reply['mimeType']);
  const [width, height] = [pixels(reply['width']), pixels(reply['height'])];
  const data = textOf(reply['data'], BASE64);
  if (!mimeType || !width || !height || !data) return undefined;
  return { mimeType, width, height, data: Buffer.from(data, 'base64') };
}

function isNotFound(reply: Fields, instrumentRef: string): boolean {
  return reply['result'] === 'NOT_FOUND' && reply['instrumentRef'] === instrumentRef;
}

function pixels(value: unknown): number | undefined {
  const isCount = typeof value === 'number' && Number.isInteger(value);
  return isCount && value > 0 && value <= MAX_PIXELS ? value : undefined;
}

function readToken(value: unknown, key: Key): NetworkToken | undefined {
  const fields = fieldsOf(value) ?? {};
  const instrumentRef = textOf(fields['instrumentRef'], REFERENCE);
  const status = tokenStatuses.find((one) => one === fields['status']);
  const cardLastFour = textOf(fields['cardLastFour'], LAST_FOUR);
  const sequence = readSequence(fields['sequence']);
  const account = optionalText(fields['paymentAccountReference'], PAR);
  const visualId = optionalText(fields['visualId'], REFERENCE);
  const info = decryptValues(key, fields['encTokenInfo']);
  const number = textOf(info?.['number'], TOKEN_NUMBER);
  const expiry = textOf(info?.['expiry'], YEAR_MONTH);
  // The encrypted part names its token, so it cannot be moved to another one.
  if (!instrumentRef || info?.['instrumentRef'] !== instrumentRef) return undefined;
  if (!number || !passesLuhn(number) || !expiry || !status || !cardLastFour) return undefined;
  if (sequence === undefined || account === undefined || visualId === undefined) return undefined;
  return {
    instrumentRef,
    number: secret(number),
    expiry: secret(expiry),
    status,
    paymentAccountReference: account,
    cardLastFour,
    visualId,
    sequence,
  };
}

/** Null if absent; undefined if malformed. */
export function optionalText(value: unknown, form: RegExp): string | null | undefined {
  return value === undefined || value === null ? null : textOf(value, form);
}

export function readSequence(value: unknown): number | undefined {
  const isNumber = typeof value === 'number' && Number.isInteger(value);
  return isNumber && value >= 0 && value <= 0x7fffffff ? value : undefined;
}

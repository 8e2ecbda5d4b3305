// Why a notification was not accepted: a code for programs and a sentence that says what to do.

import { readFlatJson } from './flat-json.ts';
import { notificationFields, writeNotification } from './notification.ts';

export type NotificationErrorCode =
  | 'no-secret'
  | 'missing-header'
  | 'malformed-header'
  | 'body-not-text'
  | 'body-empty'
  | 'body-not-utf8'
  | 'body-not-json'
  | 'body-not-flat'
  | 'duplicate-field'
  | 'body-changed'
  | 'wrong-secret'
  | 'too-old'
  | 'in-the-future';

export interface NotificationError {
  readonly code: NotificationErrorCode;
  /** What is wrong and what to do, in plain sentences. It never contains a secret. */
  readonly message: string;
  /** The header or the field at fault. */
  readonly name?: string;
  /** How far the time of the message is from now, if that is too much. */
  readonly bySeconds?: number;
}

const sentences: Readonly<Record<NotificationErrorCode, string>> = {
  'no-secret':
    'There is no secret to verify with. Pass the notification secret of the merchant, which ' +
    'is not the API secret.',
  'missing-header':
    'The header NAME is missing. Pass all headers of the request, and check that no proxy ' +
    'removes it. Only if the sender really has no webhook- headers, set allowSignatureOnly.',
  'malformed-header': 'The header NAME does not have the form of a signature or time.',
  'body-not-text':
    'The body must be the text or the bytes of the request, not a parsed object. Read the raw' +
    ' body before any JSON middleware does.',
  'body-empty':
    'The body is empty. Read the raw body before any middleware does; a body can be read only' +
    ' once.',
  'body-not-utf8': 'The body is not UTF-8. Pass the bytes of the request as they came.',
  'body-not-json':
    'The body is not JSON. Pass the raw body of the request, complete and unchanged.',
  'body-not-flat':
    'The body is not one flat JSON object. Notifications have no nested values, so this is ' +
    'not one.',
  'duplicate-field':
    'The field NAME occurs twice in the body. The gateway never sends that, so the message is' +
    ' refused.',
  'body-changed':
    'The body was changed after it was signed, probably parsed and written again. Pass the ' +
    'raw body of the request.',
  'wrong-secret':
    'No signature matches. Check that the secret is the notification secret of this merchant ' +
    '(not the API secret) in this environment, and that the body is the raw body of the ' +
    'request.',
  'too-old':
    'The message was sent too long ago. It may be a copy of an old one; if the clock of this ' +
    'machine is wrong, correct it.',
  'in-the-future': 'The message seems to come from the future. Correct the clock of this machine.',
};

export function explain(
  code: NotificationErrorCode,
  about: { readonly name?: string; readonly bySeconds?: number; readonly hint?: string } = {},
): NotificationError {
  const { name, bySeconds, hint } = about;
  const sentence = sentences[code].replace('NAME', name ?? '');
  const difference = bySeconds === undefined ? '' : ` The difference is ${bySeconds} s.`;
  return {
    code,
    message: `${sentence}${difference}${hint === undefined ? '' : ` ${hint}`}`,
    ...(name === undefined ? {} : { name }),
    ...(bySeconds === undefined ? {} : { bySeconds }),
  };
}

/**
 * The body as the gateway would have written it, if it was parsed and written again on its way.
 * Undefined if it is not such a message.
 */
export function originalBody(body: string): string | undefined {
  const read = readFlatJson(body);
  if (!read.ok || ![...read.fields.keys()].every((name) => notificationFields.includes(name))) {
    return undefined;
  }
  return writeNotification(JSON.parse(body) as Record<string, unknown>);
}

const SHOWN = 24;

/** The first position at which two bodies differ, with the text of both there. */
export function differenceHint(received: string, signed: string): string {
  let index = 0;
  while (index < signed.length && received[index] === signed[index]) index += 1;
  const show = (text: string): string => JSON.stringify(text.slice(index, index + SHOWN));
  return (
    `At character ${index} the signed body has ${show(signed)}, ` +
    `the received one has ${show(received)}.`
  );
}

// Our reference of an operation at Adyen: merchant, payment, attempt and operation, so that a
// message about it needs no look-up, and cannot be taken for one about another operation: what is
// done in Adyen's own pages carries the reference of the payment. Adyen allows 79 characters and
// gives a meaning to hyphens; it has up to 76 and no hyphen.

import type { AttemptVerb } from '../attempt.ts';
import type { ProviderRequest } from '../provider.ts';

type Named = Pick<ProviderRequest, 'merchantId' | 'paymentId' | 'attemptId'>;
type Operation = Named & { readonly verb: AttemptVerb };

const letters: Readonly<Record<AttemptVerb, string>> = {
  authorize: 'a',
  capture: 'c',
  adjust: 'j',
  reverse: 'v',
  refund: 'r',
  stop: 's',
};

const REFERENCE = /^([0-9]{4,15})\.([0-9a-f]{32})\.([0-9a-z]{25})\.([a-z])$/;
const RADIX = 36;
const DIGITS = 25;
const MAX_ID = 2n ** 128n;

/** The id of the payment is in hexadecimal, so that it can be searched for in Adyen's pages. */
export function referenceOf(of: Named, verb: AttemptVerb): string {
  const attempt = BigInt(`0x${hexOf(of.attemptId)}`)
    .toString(RADIX)
    .padStart(DIGITS, '0');
  return [of.merchantId, hexOf(of.paymentId), attempt, letters[verb]].join('.');
}

/** Undefined: it is none of ours. */
export function readReference(text: string): Operation | undefined {
  const [, merchantId, payment, attempt, letter] = REFERENCE.exec(text) ?? [];
  const [verb] = Object.entries(letters).find(([, one]) => one === letter) ?? [];
  if (merchantId === undefined || payment === undefined || attempt === undefined) return undefined;
  const id = [...attempt].reduce(
    (sum, digit) => sum * 36n + BigInt(Number.parseInt(digit, 36)),
    0n,
  );
  if (verb === undefined || id >= MAX_ID) return undefined;
  const attemptId = uuidOf(id.toString(16).padStart(32, '0'));
  return { merchantId, paymentId: uuidOf(payment), attemptId, verb: verb as AttemptVerb };
}

function hexOf(uuid: string): string {
  return uuid.replaceAll('-', '');
}

function uuidOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

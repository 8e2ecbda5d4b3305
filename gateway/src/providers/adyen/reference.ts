// Our reference of an operation at Adyen: merchant, payment and attempt, so that a message about it
// needs no look-up. At most 80 characters are allowed; it has up to 74.

import type { ProviderRequest } from '../provider.ts';

type Named = Pick<ProviderRequest, 'merchantId' | 'paymentId' | 'attemptId'>;

const REFERENCE = /^([\x21-\x2d\x2f-\x7e]{1,14})\.([0-9a-f]{32})\.([0-9a-f]{32})$/;

export function referenceOf({ merchantId, paymentId, attemptId }: Named): string {
  return [merchantId, plain(paymentId), plain(attemptId)].join('.');
}

/** Undefined: it is none of ours. */
export function readReference(text: unknown): Named | undefined {
  if (typeof text !== 'string') return undefined;
  const [, merchantId, payment, attempt] = REFERENCE.exec(text) ?? [];
  if (merchantId === undefined || payment === undefined || attempt === undefined) return undefined;
  return { merchantId, paymentId: uuidOf(payment), attemptId: uuidOf(attempt) };
}

function plain(uuid: string): string {
  return uuid.replaceAll('-', '');
}

function uuidOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

// The references of the gateway: merchant, payment, attempt and the letter of the operation. Only
// the simulation reads them, so that it needs no table of payments.

interface Named {
  readonly merchantId: string;
  readonly paymentId: string;
  readonly attemptId: string;
  /** Such as a: an authorization. */
  readonly letter: string;
}

const REFERENCE = /^([0-9]{4,15})\.([0-9a-f]{32})\.([0-9a-z]{25})\.([a-z])$/;

/** Undefined: it is not one of the gateway. */
export function readReference(text: string): Named | undefined {
  const [, merchantId, payment, attempt, letter] = REFERENCE.exec(text) ?? [];
  if (merchantId === undefined || payment === undefined || attempt === undefined) return undefined;
  const id = [...attempt].reduce((sum, digit) => sum * 36n + BigInt(parseInt(digit, 36)), 0n);
  const attemptId = uuidOf(id.toString(16).padStart(32, '0'));
  return { merchantId, paymentId: uuidOf(payment), attemptId, letter: letter ?? '' };
}

export function uuidOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

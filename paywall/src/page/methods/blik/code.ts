// BLIK codes as customers type and paste them: six digits, shown as two groups of three.

const LENGTH = 6;

/** The digits of a code, at most six. */
export function blikDigits(typed: string): string {
  return typed.replace(/\D/g, '').slice(0, LENGTH);
}

/** `123456` as `123 456`. */
export function groupBlikCode(typed: string): string {
  return blikDigits(typed).replace(/^(\d{3})(\d)/, '$1 $2');
}

/** The code to send; undefined unless there are exactly six digits and nothing else. */
export function readBlikCode(typed: string): string | undefined {
  const digits = typed.replace(/[\s-]/g, '');
  return /^\d{6}$/.test(digits) ? digits : undefined;
}

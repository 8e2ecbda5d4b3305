// The phones of the sandbox: each has the app of one bank. The key is also the key of the app when
// an alias belongs to several.

export interface Phone {
  readonly key: string;
  readonly bank: string;
  /** Whether the bank supports recurring payments (PAYID). */
  readonly supportsRecurring: boolean;
}

export const phones: readonly Phone[] = [
  { key: '1', bank: 'Bank Zielony', supportsRecurring: true },
  { key: '2', bank: 'Bank Niebieski', supportsRecurring: true },
  { key: '3', bank: 'Bank Czerwony', supportsRecurring: false },
];

/** The phone of triggers, which need no person. */
export const FIRST_PHONE = '1';

export function phoneOf(key: string): Phone | undefined {
  return phones.find((one) => one.key === key);
}

export function appOf(key: string): { key: string; label: string } {
  return { key, label: phoneOf(key)?.bank ?? key };
}

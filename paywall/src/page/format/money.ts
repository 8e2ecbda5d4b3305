// Amounts as customers read them.

import type { Language, PaymentRecord } from '../state.ts';

const locales: Readonly<Record<Language, string>> = {
  pl: 'pl-PL',
  en: 'en-GB',
  de: 'de-DE',
  uk: 'uk-UA',
};

/** `19.99` and `PLN` as `19,99 zł` in Polish. */
export function formatMoney(amount: number, currency: string, language: Language): string {
  const style = { style: 'currency', currency } as const;
  return new Intl.NumberFormat(locales[language], style).format(amount);
}

export function amountText({ order }: Pick<PaymentRecord, 'order'>, language: Language): string {
  return formatMoney(order.amount, order.currency, language);
}

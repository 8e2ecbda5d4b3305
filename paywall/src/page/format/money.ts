// Amounts as customers read them.

import type { Language, PageState, PaymentRecord } from '../state.ts';

export const locales: Readonly<Record<Language, string>> = {
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

/**
 * The text that the server wrote, if it did: `Intl` takes a browser longer, at its first use, than
 * everything else that the script does at its start.
 */
export function moneyText(amount: number, currency: string, state: MoneyState): string {
  const { language, written } = state;
  const isSame = written?.language === language && written.currency === currency;
  const text = isSame ? written.texts[String(amount)] : undefined;
  return text ?? formatMoney(amount, currency, language);
}

type MoneyState = Pick<PageState, 'language' | 'written'>;

export function amountText({ order }: Pick<PaymentRecord, 'order'>, state: MoneyState): string {
  return moneyText(order.amount, order.currency, state);
}

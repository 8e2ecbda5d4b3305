// The texts of toy vouchers, in all languages.
import { inAllLanguages } from '@bramka/paywall/page/texts/method-texts.ts';

export const texts = inAllLanguages({
  en: {
    'voucher:title': 'Voucher',
    'voucher:number': 'Number of the voucher',
    'voucher:number.missing': 'Enter the number of your voucher.',
    'voucher:refused.used': 'This voucher was redeemed before.',
    'voucher:refused.another': 'Use another voucher or another way to pay.',
  },
  de: {
    'voucher:title': 'Gutschein',
    'voucher:number': 'Nummer des Gutscheins',
    'voucher:number.missing': 'Geben Sie die Nummer Ihres Gutscheins ein.',
    'voucher:refused.used': 'Dieser Gutschein wurde bereits eingelöst.',
    'voucher:refused.another': 'Verwenden Sie einen anderen Gutschein.',
  },
  pl: {
    'voucher:title': 'Bon',
    'voucher:number': 'Numer bonu',
    'voucher:number.missing': 'Wpisz numer bonu.',
    'voucher:refused.used': 'Ten bon został już wykorzystany.',
    'voucher:refused.another': 'Użyj innego bonu.',
  },
  uk: {
    'voucher:title': 'Ваучер',
    'voucher:number': 'Номер ваучера',
    'voucher:number.missing': 'Введіть номер ваучера.',
    'voucher:refused.used': 'Цей ваучер уже використано.',
    'voucher:refused.another': 'Використайте інший ваучер.',
  },
});

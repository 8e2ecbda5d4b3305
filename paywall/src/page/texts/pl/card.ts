// Polish: the card form.

import type { card as english } from '../en/card.ts';

export const card: Readonly<Record<keyof typeof english, string>> = {
  'card.title': 'Karta',
  'card.number': 'Numer karty',
  'card.expiry': 'Data ważności',
  'card.expiry.hint': 'MM/RR, jak na karcie',
  'card.code': 'Kod zabezpieczający',
  'card.code.hint3': '3 cyfry z tyłu karty',
  'card.code.hint4': '4 cyfry z przodu karty',
  'card.brand': 'Organizacja płatnicza: {brand}',
  'card.accepted': 'Akceptowane karty: {brands}',
  'card.number.missing': 'Wpisz numer karty.',
  'card.number.short': 'Numer karty jest za krótki.',
  'card.number.wrong': 'Numer karty jest nieprawidłowy. Sprawdź go na karcie.',
  'card.number.brand': 'Ta karta nie jest akceptowana. Użyj jednej z tych: {brands}.',
  'card.expiry.missing': 'Wpisz datę ważności.',
  'card.expiry.wrong': 'Wpisz miesiąc i rok ważności, na przykład 12/29.',
  'card.expiry.past': 'Ta karta straciła ważność. Użyj innej karty.',
  'card.code.missing': 'Wpisz kod zabezpieczający.',
  'card.code.wrong': 'Kod zabezpieczający ma 3 cyfry. Znajdziesz go z tyłu karty.',
  'card.code.wrong4': 'Kod zabezpieczający ma 4 cyfry. Znajdziesz go z przodu karty.',
  'card.save': 'Zapisz tę kartę do kolejnych płatności w {shop}',
  'card.save.hint': 'W każdej chwili możesz poprosić sklep o jej usunięcie.',
  'card.saved': 'Zapisane karty',
  'card.saved.one': '{brand}, końcówka {digits}',
  'card.saved.expires': 'ważna do {date}',
  'card.saved.other': 'Inna karta',
};

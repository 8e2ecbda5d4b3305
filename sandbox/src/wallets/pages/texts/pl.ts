// The texts of the wallet sheet in Polish.

import type { SheetTexts } from './en.ts';

export const pl: SheetTexts = {
  disclaimer: 'Ten portfel to symulacja w środowisku testowym; nie płacisz prawdziwymi pieniędzmi.',
  title: 'Zapłać z {wallet}',
  payShop: 'Płatność dla {shop}',
  payAmount: 'Zapłać {amount}',
  cards: 'Karta',
  more: 'Inne karty testowe',
  other: 'Inna karta testowa',
  otherHint: 'Jej numer zamiast kart powyżej; może zostać puste.',
  badCard: 'To nie jest numer karty.',
  panOnly: 'Karta zapisana na koncie, a nie w tym urządzeniu (PAN_ONLY)',
  confirm: 'Potwierdź odciskiem palca',
  cancel: 'Anuluj',
  confirmedTitle: 'Potwierdzono',
  cancelledTitle: 'Anulowano',
  handedBack: 'Sklep otrzymał odpowiedź. Możesz zamknąć to okno.',
  nothingSent: 'Nic nie wysłano do sklepu.',
  noOpener: 'Sklep, który otworzył to okno, jest zamknięty. Zacznij w sklepie od nowa.',
  token: 'Token',
  tokenText: 'Wyślij go jako instrument.token płatności na tę kwotę. Zapłaci jeden raz.',
  again: 'Wybierz inną kartę',
  APPROVED: 'Zaakceptowana',
  INSUFFICIENT_FUNDS: 'Odrzucona: brak środków',
  DO_NOT_HONOR: 'Odrzucona przez wydawcę',
  CHALLENGE: 'Z PAN_ONLY wydawca pyta klienta',
  NO_SOFT_DECLINE: 'Zaakceptowana, choć sama karta wymaga uwierzytelnienia',
  SCA_REQUIRED: 'Miękka odmowa: wydawca wymaga uwierzytelnienia',
};

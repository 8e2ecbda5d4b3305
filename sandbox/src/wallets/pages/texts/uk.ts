// The texts of the wallet sheet in Ukrainian.

import type { SheetTexts } from './en.ts';

export const uk: SheetTexts = {
  disclaimer: 'Цей гаманець є частиною тестового середовища: це симуляція без справжніх грошей.',
  title: 'Оплата через {wallet}',
  payShop: 'Оплата для {shop}',
  payAmount: 'Сплатити {amount}',
  cards: 'Картка',
  more: 'Інші тестові картки',
  other: 'Інша тестова картка',
  otherHint: 'Її номер замість карток вище; можна залишити порожнім.',
  badCard: 'Це не номер картки.',
  panOnly: 'Картку збережено в обліковому записі, а не на цьому пристрої (PAN_ONLY)',
  confirm: 'Підтвердити відбитком пальця',
  cancel: 'Скасувати',
  confirmedTitle: 'Підтверджено',
  cancelledTitle: 'Скасовано',
  handedBack: 'Магазин отримав відповідь. Це вікно можна закрити.',
  nothingSent: 'Магазину нічого не надіслано.',
  noOpener: 'Магазин, який відкрив це вікно, закрито. Почніть у магазині знову.',
  token: 'Токен',
  tokenText: 'Надішліть його як instrument.token платежу на цю суму. Він діє один раз.',
  again: 'Вибрати іншу картку',
  APPROVED: 'Схвалено',
  INSUFFICIENT_FUNDS: 'Відхилено: недостатньо коштів',
  DO_NOT_HONOR: 'Відхилено емітентом',
  CHALLENGE: 'З PAN_ONLY емітент питає клієнта',
  NO_SOFT_DECLINE: 'Схвалено, хоча сама картка потребує автентифікації',
  SCA_REQUIRED: 'М’яка відмова: емітент вимагає автентифікації',
};

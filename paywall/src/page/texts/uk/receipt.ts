// Ukrainian: the receipt, the lines of the order, links of the shop, and test mode.

import type { receipt as english } from '../en/receipt.ts';

export const receipt: Readonly<Record<keyof typeof english, string>> = {
  'receipt.shop': 'Магазин',
  'receipt.amount': 'Сума',
  'receipt.method': 'Спосіб оплати',
  'receipt.date': 'Дата',
  'receipt.order': 'Номер замовлення',
  'receipt.reference': 'Ідентифікатор платежу',
  'receipt.refunded': 'Повернено',
  'receipt.lines': 'Ваше замовлення',
  'receipt.more.one': 'Показати ще {count} позицію',
  'receipt.more.few': 'Показати ще {count} позиції',
  'receipt.more.many': 'Показати ще {count} позицій',
  'receipt.more.other': 'Показати ще {count} позиції',
  'receipt.print': 'Надрукувати квитанцію',
  'receipt.stay': 'Залишитися на цій сторінці',
  'page.terms': 'Умови',
  'page.privacy': 'Конфіденційність',
  'page.newTab': 'відкриється в новій вкладці',
  'page.testMode': 'Тестовий режим',
};

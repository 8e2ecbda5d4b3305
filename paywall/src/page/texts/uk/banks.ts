// Ukrainian: the choice of a bank.

import type { banks as english } from '../en/banks.ts';

export const banks: Readonly<Record<keyof typeof english, string>> = {
  'pbl.title': 'Онлайн-переказ',
  'pbl.banks': 'Ваш банк',
  'pbl.hint': 'Ви ввійдете до свого банку й підтвердите заповнений переказ.',
  'pbl.search': 'Знайти банк',
  'pbl.all.one': 'Показати {count} банк',
  'pbl.all.few': 'Показати всі {count} банки',
  'pbl.all.many': 'Показати всі {count} банків',
  'pbl.all.other': 'Показати всі банки: {count}',
  'pbl.found.one': 'Знайдено {count} банк',
  'pbl.found.few': 'Знайдено {count} банки',
  'pbl.found.many': 'Знайдено {count} банків',
  'pbl.found.other': 'Знайдено банків: {count}',
  'pbl.none': 'Банку з такою назвою немає. Перевірте назву або виберіть інший спосіб оплати.',
  'pbl.empty': 'Зараз жоден банк не доступний. Виберіть інший спосіб оплати.',
  'pbl.closed': 'Зараз недоступний',
  'pbl.opensAt': 'Доступний з {time}',
  'pbl.from': 'Лише від {amount}',
  'pbl.upTo': 'Лише до {amount}',
  'pbl.banks.missing': 'Виберіть свій банк.',
  'pbl.pay': 'Перейти до {bank}',
  'pbl.payAny': 'Перейти до банку',
};

// The Ukrainian texts that all pages of simulated parties share.

import type { PageTexts } from './en.ts';

export const uk: PageTexts = {
  sandbox: 'Пісочниця',
  noMoney: 'Пісочниця: без справжніх грошей',
  disclaimer: 'Ця сторінка є симуляцією в тестовому середовищі. Справжні гроші не рухаються.',
  error: 'Помилка',
  app: 'Застосунок банку',
  shop: 'Магазин',
  amount: 'Сума',
  goingBack: 'Ви повертаєтеся до магазину.',
  backToShop: 'Повернутися до магазину',
  sorryTitle: 'Щось пішло не так',
  badForm: 'Надіслану форму неможливо прочитати.',
  badAction: 'Ця відповідь недійсна.',
  formsOnly: 'Ця адреса приймає лише форми, які надсилають магазини.',
  noPage: 'Такої сторінки немає.',
  foreign: 'Ця сторінка приймає запити лише зі своєї адреси.',
  tooLarge: 'Надіслано забагато даних.',
  wrongType: 'Приймаються лише форми (application/x-www-form-urlencoded).',
  busy: 'Пісочниця перевантажена. Спробуйте ще раз за мить.',
  broken: 'У пісочниці сталася помилка. Спробуйте ще раз за мить.',
};

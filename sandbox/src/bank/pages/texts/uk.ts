// The Ukrainian texts of the banks' pages.

import type { BankTexts } from './en.ts';

export const uk: BankTexts = {
  loginTitle: 'Увійдіть до свого банку',
  loginText: 'Ви прийшли з магазину, щоб заплатити банківським переказом.',
  password: 'Пароль',
  passwordHint: 'У тестовому середовищі пароль: 1234.',
  wrongPassword: 'Неправильний пароль.',
  login: 'Увійти',

  payTitle: 'Підтвердьте переказ',
  payText: 'Магазин заповнив переказ. Нічого не можна змінити.',
  recipient: 'Отримувач',
  recipientName: 'Оператор платежів {name}',
  amount: 'Сума',
  transferTitle: 'Призначення',
  validUntil: 'Дійсний до',
  pay: 'Заплатити',
  refuse: 'Відмовитися',
  walkAway: 'Піти (імітує закриття вікна)',

  awayTitle: 'Ви залишили сторінку',
  awayText: 'На цій сторінці більше нічого не станеться. Заплатити можна до:',
  resume: 'Повернутися до переказу',

  paidTitle: 'Переказ виконано',
  refusedTitle: 'Переказ відхилено',
  noFundsTitle: 'Недостатньо коштів на рахунку',
  wrongAmountTitle: 'Переказано іншу суму; її буде повернено',
  cancelledTitle: 'Магазин скасував замовлення',
  expiredTitle: 'Строк дії переказу минув',

  unknownTransfer: 'Такого переказу немає. Перевірте посилання.',
};

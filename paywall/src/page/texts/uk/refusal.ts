// Ukrainian: what customers are told after a refused payment.

import type { refusal as english } from '../en/refusal.ts';

export const refusal: Readonly<Record<keyof typeof english, string>> = {
  'refusal.declined': 'Ваш банк відхилив платіж.',
  'refusal.bankDoesNotAnswer': 'Ваш банк зараз не відповідає.',
  'refusal.notConfirmed': 'Ваш банк не зміг підтвердити вашу особу.',
  'refusal.confirmedTooLate': 'Платіж не підтверджено вчасно.',
  'refusal.alreadyPaid': 'Це замовлення вже оплачено.',
  'refusal.methodClosed': 'Цей спосіб оплати недоступний для цього замовлення.',
  'refusal.wrongAmountRange': 'Цей спосіб оплати не підтримує таку суму.',
  'refusal.expired': 'Час на оплату минув.',
  'refusal.holdReleased': 'Зарезервовану суму розблоковано.',
  'refusal.cancelled': 'Платіж скасовано.',
  'refusal.technical': 'Платіж не вдався через технічну проблему.',
  'refusal.useAnother': 'Скористайтеся іншою карткою або виберіть інший спосіб оплати.',
  'refusal.chooseOther': 'Виберіть інший спосіб оплати.',
  'refusal.tryAgain': 'Спробуйте ще раз або виберіть інший спосіб оплати.',
  'refusal.tryLater': 'Спробуйте ще раз за кілька хвилин або виберіть інший спосіб оплати.',
  'refusal.checkCard': 'Перевірте дані картки або скористайтеся іншою карткою чи способом оплати.',
  'refusal.confirmAgain': 'Спробуйте ще раз і підтвердьте платіж у банку.',
  'refusal.goBack': 'Поверніться до магазину.',
  'refusal.notCharged': 'Гроші не списано.',
  'refusal.startOver': 'Поверніться до магазину та розпочніть оплату знову.',
};

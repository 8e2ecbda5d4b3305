// Ukrainian: the card form.

import type { card as english } from '../en/card.ts';

export const card: Readonly<Record<keyof typeof english, string>> = {
  'card.title': 'Картка',
  'card.number': 'Номер картки',
  'card.expiry': 'Термін дії',
  'card.expiry.hint': 'ММ/РР, як на картці',
  'card.code': 'Код безпеки',
  'card.code.hint3': '3 цифри на звороті картки',
  'card.code.hint4': '4 цифри на лицьовому боці картки',
  'card.brand': 'Платіжна система: {brand}',
  'card.accepted': 'Приймаються картки: {brands}',
  'card.number.missing': 'Введіть номер картки.',
  'card.number.short': 'Номер картки закороткий.',
  'card.number.wrong': 'Номер картки неправильний. Звірте його з карткою.',
  'card.number.brand': 'Ця картка не приймається. Скористайтеся однією з цих: {brands}.',
  'card.expiry.missing': 'Введіть термін дії.',
  'card.expiry.wrong': 'Введіть місяць і рік, наприклад 12/29.',
  'card.expiry.past': 'Термін дії цієї картки закінчився. Скористайтеся іншою.',
  'card.code.missing': 'Введіть код безпеки.',
  'card.code.wrong': 'Код безпеки має 3 цифри, він на звороті картки.',
  'card.code.wrong4': 'Код безпеки має 4 цифри, він на лицьовому боці картки.',
  'card.save': 'Зберегти цю картку для наступних платежів у {shop}',
  'card.save.hint': 'Ви будь-коли можете попросити магазин її видалити.',
  'card.saved': 'Ваші збережені картки',
  'card.saved.one': '{brand}, останні цифри {digits}',
  'card.saved.expires': 'дійсна до {date}',
  'card.saved.other': 'Інша картка',
};

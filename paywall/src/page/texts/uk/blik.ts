// Ukrainian: the BLIK form and the confirmation in the app of the bank.

import type { blik as english } from '../en/blik.ts';

export const blik: Readonly<Record<keyof typeof english, string>> = {
  'blik.title': 'BLIK',
  'blik.code': 'Код BLIK',
  'blik.code.hint': '6 цифр із застосунку банку',
  'blik.code.missing': 'Введіть код BLIK.',
  'blik.code.wrong': 'Код BLIK має 6 цифр. Перевірте його в застосунку банку.',
  'blik.way': 'Як ви хочете заплатити через BLIK?',
  'blik.oneClick': 'Без коду',
  'blik.oneClick.hint': 'Достатньо підтвердити в застосунку банку.',
  'blik.useCode': 'З кодом BLIK',
  'blik.save': 'Наступного разу платити без коду',
  'blik.save.hint': 'Застосунок банку запропонує зберегти магазин {shop}.',
  'blik.apps': 'Яким банком ви хочете заплатити?',
  'blik.apps.missing': 'Виберіть банк.',
  'blik.confirm.text': 'Відкрийте застосунок банку та підтвердьте платіж {amount} для {shop}.',
  'blik.confirm.left': 'Час на підтвердження: {time}',
  'blik.confirm.over': 'Час на підтвердження минув. Ми перевіряємо результат.',
  'blik.newCode': 'Ввести новий код',
};

// The texts of the BLIK phone in Ukrainian.

import type { PhoneTexts } from './en.ts';

export const uk: PhoneTexts = {
  pick: 'Оберіть телефон',
  pickText: 'На кожному телефоні є застосунок одного банку.',
  getCode: 'Отримати код BLIK',
  newCode: 'Отримати інший код',
  cancelCode: 'Скасувати код',
  code: 'Код BLIK',
  codeText: 'Введіть його в магазині. Дійсний до',
  noCode: 'Немає коду. Код діє дві хвилини й для одного платежу.',
  payments: 'Платежі для підтвердження',
  noPayments: 'Жоден платіж не очікує на вас.',
  shop: 'Магазин',
  amount: 'Сума',
  until: 'Підтвердити до',
  accept: 'Підтвердити',
  acceptOnly: 'Підтвердити без збереження магазину',
  acceptAndSave: 'Підтвердити та зберегти магазин',
  refuse: 'Відхилити',
  saved: 'Збережені магазини',
  noSaved: 'Жодного магазину не збережено.',
  recurring: 'Платить без запиту',
  oneClick: 'Платить без коду',
  remove: 'Видалити',
  otherPhone: 'Інші телефони',
  reload: 'Перевірити платежі',
};

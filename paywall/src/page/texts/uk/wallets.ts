// Ukrainian: Apple Pay, Google Pay and Click to Pay.

import type { wallets as english } from '../en/wallets.ts';

export const wallets: Readonly<Record<keyof typeof english, string>> = {
  'apay.title': 'Apple Pay',
  'apay.pay': 'Сплатити з Apple Pay',
  'apay.failed': 'Apple Pay зараз недоступний. Виберіть інший спосіб оплати.',
  'gpay.title': 'Google Pay',
  'gpay.pay': 'Сплатити з Google Pay',
  'gpay.failed': 'Google Pay зараз недоступний. Виберіть інший спосіб оплати.',
  'c2p.title': 'Click to Pay',
  'c2p.pay': 'Продовжити з Click to Pay',
  'c2p.hint': 'Ви заплатите карткою, яку зберегли у Visa або Mastercard.',
  'c2p.failed': 'Click to Pay зараз недоступний. Виберіть інший спосіб оплати.',
  'wallet.open': 'Підтвердьте платіж {amount} у вікні, що відкрилося.',
  'wallet.closed': 'Ви не підтвердили платіж. Гроші не списано.',
  'wallet.blocked':
    'Браузер заблокував вікно. Дозвольте спливні вікна для цієї сторінки ' + 'та спробуйте ще раз.',
};

// English: the BLIK form and the confirmation in the app of the bank.

export const blik = {
  'blik.title': 'BLIK',
  'blik.code': 'BLIK code',
  'blik.code.hint': '6 digits from your bank’s app',
  'blik.code.missing': 'Enter the BLIK code.',
  'blik.code.wrong': 'The BLIK code has 6 digits. Check it in your bank’s app.',
  'blik.way': 'How would you like to pay with BLIK?',
  'blik.oneClick': 'Without a code',
  'blik.oneClick.hint': 'You only confirm in your bank’s app.',
  'blik.useCode': 'With a BLIK code',
  'blik.save': 'Pay without a code next time',
  'blik.save.hint': 'Your bank’s app will ask you to save {shop}.',
  'blik.apps': 'Which bank would you like to pay with?',
  'blik.apps.missing': 'Choose a bank.',
  'blik.confirm.text': 'Open your bank’s app and confirm the payment of {amount} to {shop}.',
  'blik.confirm.left': 'Time left to confirm: {time}',
  'blik.confirm.over': 'The time to confirm is over. We are checking the result.',
  'blik.newCode': 'Enter a new code',
} as const;

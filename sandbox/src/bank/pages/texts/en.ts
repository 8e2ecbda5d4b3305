// The English texts of the banks' pages; the Polish ones must have the same keys.

export const en = {
  loginTitle: 'Log in to your bank',
  loginText: 'You came from a shop to pay by bank transfer.',
  password: 'Password',
  passwordHint: 'In this sandbox the password is 1234.',
  wrongPassword: 'Wrong password.',
  login: 'Log in',

  payTitle: 'Confirm the transfer',
  payText: 'The shop has filled in the transfer. Nothing can be changed.',
  recipient: 'Recipient',
  recipientName: 'Payment operator {name}',
  amount: 'Amount',
  transferTitle: 'Title',
  validUntil: 'Valid until',
  pay: 'Pay',
  refuse: 'Refuse',
  walkAway: 'Walk away (simulates closing the window)',

  awayTitle: 'You left the page',
  awayText: 'Nothing more happens on this page. The transfer can be paid until:',
  resume: 'Continue with the transfer',

  paidTitle: 'Transfer made',
  refusedTitle: 'Transfer refused',
  noFundsTitle: 'Not enough money on the account',
  wrongAmountTitle: 'Another amount was transferred; it will be returned',
  cancelledTitle: 'The shop cancelled the order',
  expiredTitle: 'The transfer has expired',

  unknownTransfer: 'This transfer does not exist. Check the link.',
};

export type BankTexts = Readonly<Record<keyof typeof en, string>>;

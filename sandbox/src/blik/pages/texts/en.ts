// The texts of the BLIK phone in English, which define the names of all texts.

export const en = {
  pick: 'Choose a phone',
  pickText: 'Each phone has the app of one bank.',
  getCode: 'Get a BLIK code',
  newCode: 'Get another code',
  cancelCode: 'Cancel the code',
  code: 'BLIK code',
  codeText: 'Enter it in the shop. Valid until',
  noCode: 'No code. A code is valid for two minutes and one payment.',
  payments: 'Payments to confirm',
  noPayments: 'No payment waits for you.',
  shop: 'Shop',
  amount: 'Amount',
  until: 'Confirm until',
  accept: 'Accept',
  acceptOnly: 'Accept without saving the shop',
  acceptAndSave: 'Accept and save the shop',
  refuse: 'Refuse',
  saved: 'Saved shops',
  noSaved: 'No shop is saved.',
  recurring: 'Pays without asking you',
  oneClick: 'Pays without a code',
  remove: 'Remove',
  otherPhone: 'Other phones',
  reload: 'Look for payments',
};
export type PhoneTexts = Readonly<Record<keyof typeof en, string>>;

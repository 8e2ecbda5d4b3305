// What the pages say in English, which is the measure of what has to be said.

export const en = {
  simulated: 'Simulated',
  disclaimer: 'This bank is part of the sandbox: simulated, and no real money moves.',
  error: 'Error',

  confirmTitle: 'Confirm your payment',
  shop: 'Shop',
  amount: 'Amount',
  card: 'Card',
  password: 'Password',
  passwordHint: 'In this sandbox the password is 1234.',
  confirm: 'Confirm',
  wrongPassword: 'This password is wrong. Tries left: {tries}.',
  emptyPassword: 'Enter the password.',
  otherWays: 'Other ways to answer',
  approveInApp: "Approve in the bank's app",
  notMe: 'This was not me',
  cancel: 'Cancel',
  walkAway: 'Walk away (simulates closing the window)',

  pushTitle: "Open your bank's app and confirm",
  pushText: 'The app is asking you about this payment. This page goes on once you have answered.',
  openApp: 'Open the simulated app',
  newTab: 'opens in a new tab',
  continue: 'Continue',
  notYet: 'The app has no answer from you yet.',

  app: "Bank's app",
  phoneTitle: 'Do you confirm this payment?',
  approve: 'Approve',
  reject: 'Reject',
  approvedTitle: 'Done, you approved the payment',
  rejectedTitle: 'Done, the payment is not confirmed',
  endedTitle: 'This confirmation is over',
  phoneOver: "You can close this tab and go on in the shop's window.",
  nothingTitle: 'There is nothing to confirm',
  nothingText: 'When a payment needs you, it shows up here.',

  awayTitle: 'You walked away',
  awayText: 'Nothing more will happen here. The bank gives up waiting at this time:',
  stuckTitle: 'The bank does not answer',
  stuckText: 'This test card never gets an answer. The bank gives up waiting at this time:',

  yesTitle: 'Payment confirmed',
  noTitle: 'Payment not confirmed',
  unknownTitle: 'The bank could not check this',
  goingBack: 'You are on your way back to the shop.',
  backToShop: 'Back to the shop',
  overText: 'Go back to the shop, it knows the result.',
  fingerprintTitle: 'One moment',
  methodText: 'The bank gets to know your browser.',

  sorryTitle: 'This does not work',
  badForm: 'The form that was sent cannot be read.',
  badCreq: 'The shop sent a challenge request (creq) that cannot be read.',
  badSession: 'The threeDSSessionData of the shop is longer than 1024 characters.',
  unknownChallenge: 'The bank knows no such challenge. It may have been long ago.',
  badAction: 'The bank does not know what to do with this answer.',
  badReturn: "The shop's return address is not a web address, so there is no way back from here.",
  badFingerprint:
    'The threeDSMethodData cannot be read. It must be JSON in base64url with ' +
    'threeDSServerTransID and threeDSMethodNotificationURL (web address, at most 256 characters).',
  formsOnly: 'Shops post a form to this address. There is nothing to see here.',
  noPage: 'The bank has no page at this address.',
  tooLarge: 'What was sent is too large.',
  wrongType: 'Only forms can be sent here (application/x-www-form-urlencoded).',
  busy: 'The bank is busy. Try again in a moment.',
  broken: 'Something broke at the bank. Try again in a moment.',
};

export type TextName = keyof typeof en;
export type Texts = Readonly<Record<TextName, string>>;

// The English texts of the issuer's pages; the Polish ones must have the same keys.

export const en = {
  confirmTitle: 'Confirm your payment',
  card: 'Card',
  password: 'Password',
  passwordHint: 'In this sandbox the password is 1234.',
  confirm: 'Confirm',
  wrongPassword: 'Wrong password. Attempts left: {tries}.',
  emptyPassword: 'Enter the password.',
  otherWays: 'Other options',
  approveInApp: "Approve in the bank's app",
  notMe: 'I did not make this payment',
  cancel: 'Cancel',
  walkAway: 'Abandon (simulates closing the window)',

  pushTitle: "Open your bank's app and confirm",
  pushText: 'The app is asking you about this payment. This page continues once you have answered.',
  openApp: 'Open the simulated app',
  newTab: 'opens in a new tab',
  continue: 'Continue',
  notYet: 'You have not answered in the app yet.',

  phoneTitle: 'Do you confirm this payment?',
  approve: 'Approve',
  reject: 'Reject',
  approvedTitle: 'Payment approved',
  rejectedTitle: 'Payment rejected',
  endedTitle: 'This challenge has ended',
  phoneOver: "You can close this tab and continue in the shop's window.",
  nothingTitle: 'Nothing to confirm',
  nothingText: 'Payments that need your confirmation appear here.',

  awayTitle: 'You abandoned the payment',
  awayText: 'Nothing more happens on this page. The bank stops waiting at:',
  stuckTitle: 'The bank does not answer',
  stuckText: 'This test card never gets an answer. The bank stops waiting at:',

  yesTitle: 'Payment confirmed',
  noTitle: 'Payment not confirmed',
  unknownTitle: 'The bank could not verify this payment',
  overText: 'Return to the shop to see the result.',
  fingerprintTitle: 'One moment',
  methodText: 'The bank is checking your browser.',

  badCreq: 'The challenge request (creq) sent by the shop is invalid.',
  badSession: 'The threeDSSessionData sent by the shop is longer than 1024 characters.',
  unknownChallenge: 'This challenge does not exist. It may have expired.',
  badReturn: "The shop's return URL is not a web address, so you cannot be returned to the shop.",
  badFingerprint:
    'The threeDSMethodData is invalid. It must be JSON in base64url with ' +
    'threeDSServerTransID and threeDSMethodNotificationURL (web address, at most 256 characters).',
};

export type AcsTexts = Readonly<Record<keyof typeof en, string>>;

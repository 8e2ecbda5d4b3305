// English: Apple Pay, Google Pay and Click to Pay.

export const wallets = {
  'apay.title': 'Apple Pay',
  'apay.pay': 'Pay with Apple Pay',
  'apay.failed': 'Apple Pay is not available right now. Choose another way to pay.',
  'gpay.title': 'Google Pay',
  'gpay.pay': 'Pay with Google Pay',
  'gpay.failed': 'Google Pay is not available right now. Choose another way to pay.',
  'c2p.title': 'Click to Pay',
  'c2p.pay': 'Continue with Click to Pay',
  'c2p.hint': 'You pay with a card that you saved at Visa or Mastercard.',
  'c2p.failed': 'Click to Pay is not available right now. Choose another way to pay.',
  'wallet.open': 'Confirm the payment of {amount} in the window that has opened.',
  'wallet.closed': 'You did not confirm the payment. You were not charged.',
  'wallet.blocked': 'Your browser blocked the window. Allow pop-ups for this page and try again.',
} as const;

// English: what customers are told after a refused payment.

export const refusal = {
  'refusal.declined': 'Your bank declined the payment.',
  'refusal.bankDoesNotAnswer': 'Your bank is not responding at the moment.',
  'refusal.notConfirmed': 'Your bank could not confirm that it is you.',
  'refusal.confirmedTooLate': 'The payment was not confirmed in time.',
  'refusal.alreadyPaid': 'This order has already been paid.',
  'refusal.methodClosed': 'This payment method is not available for this order.',
  'refusal.wrongAmountRange': 'This payment method does not accept this amount.',
  'refusal.expired': 'The time for this payment is over.',
  'refusal.holdReleased': 'The reserved amount has been released.',
  'refusal.cancelled': 'The payment was cancelled.',
  'refusal.technical': 'The payment failed because of a technical problem.',
  'refusal.useAnother': 'Use another card or choose another way to pay.',
  'refusal.chooseOther': 'Choose another way to pay.',
  'refusal.tryAgain': 'Try again or choose another way to pay.',
  'refusal.tryLater': 'Try again in a few minutes or choose another way to pay.',
  'refusal.checkCard': 'Check the data of the card, or use another card or way to pay.',
  'refusal.confirmAgain': 'Try again and confirm the payment with your bank.',
  'refusal.goBack': 'Go back to the shop.',
  'refusal.notCharged': 'You were not charged.',
  'refusal.startOver': 'Go back to the shop and start the payment again.',
} as const;

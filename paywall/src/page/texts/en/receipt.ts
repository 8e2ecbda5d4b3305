// English: the receipt, the lines of the order, links of the shop, and test mode.

export const receipt = {
  'receipt.shop': 'Shop',
  'receipt.amount': 'Amount',
  'receipt.method': 'Payment method',
  'receipt.date': 'Date',
  'receipt.order': 'Order number',
  'receipt.reference': 'Payment reference',
  'receipt.refunded': 'Refunded',
  'receipt.lines': 'Your order',
  'receipt.more.one': 'Show {count} more item',
  'receipt.more.few': 'Show {count} more items',
  'receipt.more.many': 'Show {count} more items',
  'receipt.more.other': 'Show {count} more items',
  'receipt.print': 'Print receipt',
  'receipt.stay': 'Stay on this page',
  'page.terms': 'Terms',
  'page.privacy': 'Privacy',
  'page.newTab': 'opens in a new tab',
  'page.testMode': 'Test mode',
} as const;

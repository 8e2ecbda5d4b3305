// The English texts that all pages of simulated parties share; the Polish ones have the same keys.

export const en = {
  sandbox: 'Sandbox',
  noMoney: 'Sandbox: no real money',
  disclaimer: 'This page is simulated and part of the sandbox. No real money moves.',
  error: 'Error',
  app: "Bank's app",
  shop: 'Shop',
  amount: 'Amount',
  goingBack: 'Returning you to the shop.',
  backToShop: 'Back to the shop',
  sorryTitle: 'Something went wrong',
  badForm: 'The submitted form is invalid.',
  badAction: 'This answer is not valid.',
  formsOnly: 'This URL only accepts forms that shops post to it.',
  noPage: 'This page does not exist.',
  foreign: 'This page only accepts requests from its own address.',
  tooLarge: 'The request is too large.',
  wrongType: 'Only forms are accepted (application/x-www-form-urlencoded).',
  busy: 'The sandbox is overloaded. Try again in a moment.',
  broken: 'The sandbox had an internal error. Try again in a moment.',
};

export type PageText = keyof typeof en;
export type PageTexts = Readonly<Record<PageText, string>>;

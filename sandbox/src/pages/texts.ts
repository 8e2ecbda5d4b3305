// The texts that all pages of simulated parties share, by language.

const en = {
  sandbox: 'Sandbox',
  noMoney: 'Sandbox: no real money',
  disclaimer: 'This page is simulated and part of the sandbox. No real money moves.',
  error: 'Error',
  app: "Bank's app",
  shop: 'Shop',
  amount: 'Amount',
  password: 'Password',
  passwordHint: 'In this sandbox the password is 1234.',
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

const pl: PageTexts = {
  sandbox: 'Sandbox',
  noMoney: 'Sandbox: bez prawdziwych pieniędzy',
  disclaimer: 'Ta strona to symulacja w środowisku testowym. Nie płacisz prawdziwymi pieniędzmi.',
  error: 'Błąd',
  app: 'Aplikacja banku',
  shop: 'Sklep',
  amount: 'Kwota',
  password: 'Hasło',
  passwordHint: 'W środowisku testowym hasło to 1234.',
  goingBack: 'Wracasz do sklepu.',
  backToShop: 'Wróć do sklepu',
  sorryTitle: 'Coś poszło nie tak',
  badForm: 'Nie można odczytać wysłanego formularza.',
  badAction: 'Ta odpowiedź jest nieprawidłowa.',
  formsOnly: 'Ten adres przyjmuje tylko formularze wysyłane przez sklepy.',
  noPage: 'Ta strona nie istnieje.',
  foreign: 'Ta strona przyjmuje żądania tylko spod własnego adresu.',
  tooLarge: 'Wysłano za dużo danych.',
  wrongType: 'Przyjmowane są tylko formularze (application/x-www-form-urlencoded).',
  busy: 'Sandbox jest przeciążony. Spróbuj ponownie za chwilę.',
  broken: 'W sandboxie wystąpił błąd. Spróbuj ponownie za chwilę.',
};

export type Language = 'en' | 'pl';

export const texts: Readonly<Record<Language, PageTexts>> = { en, pl };

/** Replaces the one placeholder of a text, such as {tries}. */
export function fillPlaceholder(text: string, value: string | number): string {
  return text.replace(/\{\w+\}/, () => String(value));
}

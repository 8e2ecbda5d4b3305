// The Polish texts that all pages of simulated parties share.

import type { PageTexts } from './en.ts';

export const pl: PageTexts = {
  sandbox: 'Sandbox',
  noMoney: 'Sandbox: bez prawdziwych pieniędzy',
  disclaimer: 'Ta strona to symulacja w środowisku testowym. Nie płacisz prawdziwymi pieniędzmi.',
  error: 'Błąd',
  app: 'Aplikacja banku',
  shop: 'Sklep',
  amount: 'Kwota',
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

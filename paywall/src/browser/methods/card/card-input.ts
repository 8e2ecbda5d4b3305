// Helps while a card is typed: digits in groups, the brand, the slash of the expiry date, and
// errors when a field loses the focus.

import { BRAND, brandOf, digitsOf, groupDigits } from '../../../page/methods/card/brand.ts';
import { formatExpiry } from '../../../page/methods/card/expiry.ts';
import { newCardError } from '../../../page/methods/card/read-card.ts';
import type { BrowserMethod, BrowserParts } from '../browser-method.ts';
import { writeGrouped } from '../grouped-input.ts';
import { readForm } from '../../pay.ts';
import type { Store } from '../../store.ts';

export const cardInput: BrowserMethod = { start: helpWithCards };

function helpWithCards({ root, store }: BrowserParts): void {
  root.addEventListener('input', (event) => {
    const { target } = event;
    if (!(target instanceof HTMLInputElement)) return;
    const kind = event instanceof InputEvent ? event.inputType : '';
    if (target.name === 'card-number') formatNumber(target, store);
    if (target.name === 'card-expiry') formatDate(target, kind.startsWith('delete'));
    forgetError(target.name, store);
  });
  root.addEventListener('focusout', (event) => {
    const { target } = event;
    // An empty field is an error only when the form is sent.
    if (!(target instanceof HTMLInputElement) || target.value === '') return;
    afterClick(() => checkField(target, store));
  });
  // After a refused attempt the form is empty again.
  store.onChange(() => {
    const number = document.getElementById('card-number');
    const isTyped = number instanceof HTMLInputElement && number.value !== '';
    if (!isTyped) store.keep(BRAND, '');
  });
  document.addEventListener('pointerdown', () => (isPressed = true), true);
  for (const end of ['pointerup', 'pointercancel']) {
    document.addEventListener(end, () => (isPressed = false), true);
  }
}

let isPressed = false;

/** An error moves what is below it, so it appears only after the click that moved the focus. */
function afterClick(work: () => void): void {
  if (!isPressed) return work();
  const later = (): void => void window.setTimeout(work, 0);
  document.addEventListener('pointerup', later, { once: true });
}

function formatNumber(input: HTMLInputElement, store: Store): void {
  const { value } = input;
  // Unusual characters stay, so that the customer sees what is wrong.
  if (/[^\d\s.-]/.test(value)) return;
  writeGrouped(input, groupDigits(value));
  store.keep(BRAND, brandOf(digitsOf(value))?.brand ?? '');
}

function formatDate(input: HTMLInputElement, isDeleting: boolean): void {
  const { value, selectionStart } = input;
  if (selectionStart !== value.length) return;
  const text = formatExpiry(value, isDeleting);
  if (text !== value) input.value = text;
}

function forgetError(field: string, store: Store): void {
  const { errors } = store.state().local;
  const others = errors.filter((one) => one.field !== field);
  if (others.length < errors.length) store.updateLocal({ errors: others });
}

function checkField(input: HTMLInputElement, store: Store): void {
  const { facts, nowMs, local } = store.state();
  if (!facts || !input.form || local.isBusy) return;
  const errors = newCardError(input.name, readForm(input.form).fields, facts, nowMs);
  // An error that is already shown is in the summary too.
  if (local.errors.some(({ field }) => field === input.name)) return;
  const typed = errors.map((error) => ({ ...error, isTyping: true }));
  if (typed.length > 0) store.updateLocal({ errors: [...local.errors, ...typed] });
}

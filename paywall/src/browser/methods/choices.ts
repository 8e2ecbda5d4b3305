// Helps with a BLIK code, which is shown in two groups, and with the choice of a bank: the search,
// the list of all banks, and the bank on the button. Elements name their value in `data-extra`.

import { caretAfter } from '../../page/card/brand.ts';
import { groupBlikCode } from '../../page/methods/blik/code.ts';
import type { BrowserMethod } from './browser-method.ts';

export const blikInput: BrowserMethod = {
  name: 'BLIK',
  start({ root }) {
    root.addEventListener('input', ({ target }) => {
      if (target instanceof HTMLInputElement && target.name === 'blik-code') groupCode(target);
    });
  },
};

function groupCode(input: HTMLInputElement): void {
  const { value, selectionStart } = input;
  const grouped = groupBlikCode(value);
  if (grouped === value) return;
  const isAtEnd = selectionStart === value.length;
  const caret = caretAfter(value, selectionStart ?? value.length, grouped);
  input.value = grouped;
  input.setSelectionRange(isAtEnd ? grouped.length : caret, isAtEnd ? grouped.length : caret);
}

export const bankChoice: BrowserMethod = {
  name: 'PBL',
  start({ root, store }) {
    const keep = (element: HTMLInputElement | HTMLButtonElement): void => {
      const { extra } = store.state().local;
      const name = element.dataset['extra'];
      if (name === undefined || extra[name] === element.value) return;
      store.updateLocal({ extra: { ...extra, [name]: element.value } });
    };
    root.addEventListener('input', ({ target }) => {
      if (target instanceof HTMLInputElement) keep(target);
    });
    root.addEventListener('click', ({ target }) => {
      const button = target instanceof Element ? target.closest('button[data-extra]') : null;
      if (button instanceof HTMLButtonElement) keep(button);
    });
    // Enter in the search must not send the form.
    root.addEventListener('keydown', (event) => {
      const { target, key } = event;
      const isSearch = target instanceof HTMLInputElement && target.type === 'search';
      if (isSearch && key === 'Enter') event.preventDefault();
    });
  },
};

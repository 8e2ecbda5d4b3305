// Helps with the choice of a bank: the search, the list of all banks, and the bank on the button.
// Elements name their value in `data-extra`.

import { clicked } from '../../framed.ts';
import type { BrowserMethod } from '../browser-method.ts';

export const bankChoice: BrowserMethod = {
  start({ root, store }) {
    const keep = ({ dataset, value }: HTMLInputElement | HTMLButtonElement): void => {
      const { extra } = dataset;
      if (extra !== undefined) store.keep(extra, value);
    };
    root.addEventListener('input', ({ target }) => {
      if (target instanceof HTMLInputElement) keep(target);
    });
    root.addEventListener('click', (event) => {
      const button = clicked(event, 'button[data-extra]');
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

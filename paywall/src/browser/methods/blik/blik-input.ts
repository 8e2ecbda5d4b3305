// Helps with a BLIK code, which is shown in two groups.

import { groupBlikCode } from '../../../page/methods/blik/code.ts';
import type { BrowserMethod } from '../browser-method.ts';
import { writeGrouped } from '../grouped-input.ts';

export const blikInput: BrowserMethod = {
  start({ root }) {
    root.addEventListener('input', ({ target }) => {
      if (!(target instanceof HTMLInputElement) || target.name !== 'blik-code') return;
      writeGrouped(target, groupBlikCode(target.value));
    });
  },
};

// Posts the forms of 3-D Secure into their frames, once for each step.

import { CHALLENGE_FRAME, FINGERPRINT_FRAME } from '../page/views/steps/challenge.ts';
import type { Store } from './store.ts';

export function fillFrames(store: Store): void {
  const posted = new WeakSet<Element>();
  store.onChange(() => {
    for (const [id, frame] of [
      ['fingerprint', FINGERPRINT_FRAME],
      ['challenge', CHALLENGE_FRAME],
    ]) {
      const form = document.getElementById(id ?? '');
      const target = document.querySelector(`iframe[name="${String(frame)}"]`);
      if (!(form instanceof HTMLFormElement) || !target || posted.has(target)) continue;
      posted.add(target);
      form.submit();
    }
  });
}

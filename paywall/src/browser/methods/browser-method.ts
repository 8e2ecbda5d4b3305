// What a payment method does with a script: find out whether this browser can use it, and react to
// the customer in its form.

import type { PageState } from '../../page/state.ts';
import type { Calls } from '../calls.ts';
import type { News } from '../news.ts';
import type { Payer } from '../pay.ts';
import type { Store } from '../store.ts';

export interface BrowserParts {
  /** Add listeners here: the elements inside are rendered again and again. */
  readonly root: HTMLElement;
  readonly store: Store;
  readonly calls: Calls;
  readonly payer: Payer;
  readonly news: News;
}

export interface BrowserMethod {
  /** A method with `needsScript`, and whether this browser can use it. */
  readonly offer?: { readonly name: string; readonly isUsable: (state: PageState) => boolean };
  /** Called once, when the page has started. */
  readonly start: (parts: BrowserParts) => void;
}

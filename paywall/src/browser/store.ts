// The state of the page in the browser: every change is rendered, and the focus follows the view.

import { h, hydrate, render } from 'preact';
import type { ViewProps } from '../page/method.ts';
import type { Facts, Local, PageState } from '../page/state.ts';
import { translator, type Texts } from '../page/texts/texts.ts';
import { viewOf } from '../page/view-of.ts';
import { Page } from '../page/views/page.ts';
import { titleOf } from '../page/views/receipt/title.ts';

export type Store = ReturnType<typeof createStore>;

export function createStore(root: HTMLElement, first: PageState, texts: Texts) {
  let state = first;
  let t = translator(texts);
  let view = viewOf(state);
  const listeners: (() => void)[] = [];
  const props = (): ViewProps => ({ state, t });
  // Starts with exactly what the server has rendered.
  hydrate(h(Page, props()), root);
  const show = (): void => {
    render(h(Page, props()), root);
    document.title = titleOf(props());
    const next = viewOf(state);
    if (next !== view) {
      view = next;
      // The focus moves to the reason of a refusal, otherwise to the heading.
      (document.getElementById('refusal') ?? document.getElementById('title'))?.focus();
    }
    for (const listener of listeners) listener();
  };
  return {
    state: () => state,
    /** Throws if the link is not open. */
    facts(): Facts {
      if (!state.facts) throw new Error('The link is not open');
      return state.facts;
    },
    update(change: Partial<PageState>): void {
      state = { ...state, ...change };
      show();
    },
    updateLocal(change: Partial<Local>): void {
      state = { ...state, local: { ...state.local, ...change } };
      show();
    },
    /** Sets a value of `local.extra`. */
    keep(name: string, value: string): void {
      const { local } = state;
      if ((local.extra[name] ?? '') === value) return;
      state = { ...state, local: { ...local, extra: { ...local.extra, [name]: value } } };
      show();
    },
    setLanguage(language: PageState['language'], other: Texts): void {
      t = translator(other);
      document.documentElement.lang = language;
      state = { ...state, language };
      show();
    },
    /** Called after every rendering. */
    onChange: (listener: () => void) => void listeners.push(listener),
  };
}

// The state of the page in the browser: every change is rendered, and the focus follows the view.

import { h, hydrate, render } from 'preact';
import type { ViewProps } from '../page/method.ts';
import type { Facts, Local, PageState } from '../page/state.ts';
import { translator, type Texts } from '../page/texts/texts.ts';
import { viewOf } from '../page/view-of.ts';
import { Page } from '../page/views/page.ts';
import { titleOf } from '../page/views/receipt/title.ts';

export interface Store {
  readonly state: () => PageState;
  /** Throws if the link is not open. */
  readonly facts: () => Facts;
  readonly update: (change: Partial<PageState>) => void;
  readonly updateLocal: (change: Partial<Local>) => void;
  /** Sets a value of `local.extra`. */
  readonly keep: (name: string, value: string) => void;
  readonly setLanguage: (language: PageState['language'], texts: Texts) => void;
  /** Called after every rendering. */
  readonly onChange: (listener: () => void) => void;
}

export function createStore(root: HTMLElement, first: PageState, texts: Texts): Store {
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
    facts() {
      if (!state.facts) throw new Error('The link is not open');
      return state.facts;
    },
    update(change) {
      state = { ...state, ...change };
      show();
    },
    updateLocal(change) {
      state = { ...state, local: { ...state.local, ...change } };
      show();
    },
    keep(name, value) {
      const { local } = state;
      if ((local.extra[name] ?? '') === value) return;
      state = { ...state, local: { ...local, extra: { ...local.extra, [name]: value } } };
      show();
    },
    setLanguage(language, other) {
      t = translator(other);
      document.documentElement.lang = language;
      state = { ...state, language };
      show();
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

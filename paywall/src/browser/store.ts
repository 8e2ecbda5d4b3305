// The state of the page in the browser: every change is rendered, and the focus follows the view.

import { h, hydrate, render } from 'preact';
import type { ViewProps } from '../page/method.ts';
import type { Facts, Local, PageState } from '../page/state.ts';
import { translator, type LanguageTexts } from '../page/texts/texts.ts';
import { viewOf } from '../page/view-of.ts';
import { Page } from '../page/views/page.ts';
import { titleOf } from '../page/views/receipt/title.ts';

export interface Store {
  readonly state: () => PageState;
  /** Throws if the link opens nothing. */
  readonly facts: () => Facts;
  readonly update: (change: Partial<PageState>) => void;
  readonly updateLocal: (change: Partial<Local>) => void;
  readonly speak: (language: PageState['language'], texts: LanguageTexts) => void;
  /** Called after every rendering. */
  readonly onChange: (listener: () => void) => void;
}

export function createStore(root: HTMLElement, first: PageState, texts: LanguageTexts): Store {
  let state = first;
  let spoken = texts;
  let t = translator(spoken.texts);
  let view = viewOf(state);
  const listeners: (() => void)[] = [];
  const props = (): ViewProps => ({ state, t, refusals: spoken.refusals });
  // First exactly what the server has rendered.
  hydrate(h(Page, props()), root);
  const show = (): void => {
    render(h(Page, props()), root);
    document.title = titleOf(props());
    const next = viewOf(state);
    if (next !== view) {
      view = next;
      // After a refusal its reason, otherwise the heading.
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
    speak(language, other) {
      spoken = other;
      t = translator(other.texts);
      document.documentElement.lang = language;
      state = { ...state, language };
      show();
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

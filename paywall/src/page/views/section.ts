// A part of the page with its heading, which gets the focus when the view changes.

import { h, type ComponentChildren, type VNode } from '../element.ts';

export function heading(text: string): VNode {
  return h('h1', { id: 'title', tabIndex: -1 }, text);
}

/** On a panel in the middle of the page. */
export function centered(...children: ComponentChildren[]): VNode {
  return h('section', { class: 'centered', 'aria-labelledby': 'title' }, ...children);
}

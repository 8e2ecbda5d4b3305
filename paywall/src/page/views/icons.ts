// Icons in the colour of the text. They are decoration: the words beside them say the same.

import { h, type VNode } from '../element.ts';

const attributes = {
  viewBox: '0 0 24 24',
  class: 'icon',
  'aria-hidden': 'true',
  focusable: 'false',
  fill: 'none',
  stroke: 'currentColor',
  'stroke-width': '1.8',
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
};

const shapes = {
  phone: ['M8 3h8a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z', 'M11 18h2'],
  bank: ['M3 10l9-6 9 6', 'M5 10v8', 'M10 10v8', 'M14 10v8', 'M19 10v8', 'M3 20h18'],
  lock: ['M6 11h12v9H6z', 'M8.5 11V8a3.5 3.5 0 0 1 7 0v3'],
  check: ['M5 12.5l4.5 4.5L19 7.5'],
  cross: ['M7 7l10 10', 'M17 7L7 17'],
  clock: ['M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18z', 'M12 7v5l3.5 2'],
  warning: ['M12 4l9 16H3z', 'M12 10v4.5', 'M12 17.5h.01'],
  back: ['M10 6l-6 6 6 6', 'M4 12h16'],
} as const;

export type IconName = keyof typeof shapes;

export function icon(name: IconName): VNode {
  return h(
    'svg',
    attributes,
    shapes[name].map((d) => h('path', { d })),
  );
}

/** A rotating ring; it does not move for customers who prefer less motion. */
export function spinner(): VNode {
  return h('span', { class: 'spinner', 'aria-hidden': 'true' });
}

// A small picture of a brand. It is decoration: the words beside it say the same. The shapes are
// drawn here, because the page loads nothing from other origins and inserts no markup as text.

import { h, type VNode } from '../element.ts';

/** A filled path or, with a width, a line. */
export type Shape = readonly [d: string, color: string, width?: number];

export function drawing(viewBox: string, name: string, content: readonly VNode[]): VNode {
  const attributes = { viewBox, class: name, 'aria-hidden': 'true', focusable: 'false' };
  return h('svg', attributes, content);
}

export function pathsOf(shapes: readonly Shape[]): VNode[] {
  return shapes.map(([d, color, width]) =>
    width === undefined
      ? h('path', { d, fill: color, key: d })
      : h('path', { d, fill: 'none', stroke: color, 'stroke-width': width, key: d }),
  );
}

/** On a card of 38 × 24. */
export function mark(shapes: readonly Shape[], ground = '#fff', edge = '#c9ced6'): VNode {
  const box = { x: 0.5, y: 0.5, width: 37, height: 23, rx: 4, fill: ground, stroke: edge };
  return drawing('0 0 38 24', 'brand-mark', [
    h('rect', { ...box, key: 'card' }),
    ...pathsOf(shapes),
  ]);
}

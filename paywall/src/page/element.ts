// Writes elements without JSX, so that Node.js runs the views from their sources. The attributes
// are those of HTML; views have no event handlers.

import { h as create, type ComponentChildren, type VNode } from 'preact';

export type { ComponentChild, ComponentChildren, VNode } from 'preact';

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

export function h(
  tag: string,
  attributes: Attributes | null,
  ...children: ComponentChildren[]
): VNode {
  return create(tag, attributes as object | null, ...children);
}

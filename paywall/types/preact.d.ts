// What the server uses of Preact. Its own types refer to those of browsers, which must not be known
// to the programs of the server; only paywall/tsconfig.json uses them.

export type ComponentChild = VNode | string | number | boolean | null | undefined;
export type ComponentChildren = ComponentChild | readonly ComponentChildren[];

export interface VNode {
  readonly type: unknown;
  readonly props: object;
}

export function h<P extends object>(
  type: string | ((props: P) => VNode),
  props: P | null,
  ...children: ComponentChildren[]
): VNode;

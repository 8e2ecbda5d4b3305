// What the server uses of preact-render-to-string; see preact.d.ts.

import type { VNode } from 'preact';

export function render(vnode: VNode): string;

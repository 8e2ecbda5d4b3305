// The styles of the page. They are part of its HTML, because a separate file would delay the first
// view of the page by one more request. The policy allows exactly these texts.

import { createHash } from 'node:crypto';
import type { BuiltPage } from '../../build.ts';
import { lookStyle } from '../../page/look/look-style.ts';

/** The style of every page, and that of the merchant’s colour. */
export function stylesOf({ style }: BuiltPage, color: string | null): readonly string[] {
  const look = color === null ? null : lookStyle(color);
  return look === null ? [style] : [style, look];
}

/** As a policy names a text that it allows. */
export function styleSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

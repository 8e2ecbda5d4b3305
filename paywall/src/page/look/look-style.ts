// The style of a merchant’s colour, which follows that of the page.

import { grounds, MIN_BORDER, MIN_TEXT, parseColor, readableOn, textOn } from './contrast.ts';

/** Null unless the colour is `#rrggbb`. */
export function lookStyle(color: string): string | null {
  if (!parseColor(color)) return null;
  const { light, dark } = grounds;
  return (
    `:root{${variables(color, light)}}` +
    `@media (prefers-color-scheme:dark){:root{${variables(color, dark)}}}`
  );
}

function variables(color: string, backgrounds: readonly string[]): string {
  // The button must also be seen as a shape on the page.
  const button = readableOn(color, backgrounds, MIN_BORDER);
  return [
    `--accent:${button}`,
    `--on-accent:${textOn(button)}`,
    `--accent-text:${readableOn(color, backgrounds, MIN_TEXT)}`,
    `--accent-line:${button}`,
  ].join(';');
}

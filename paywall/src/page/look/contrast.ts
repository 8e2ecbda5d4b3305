// Colours of the merchant with enough contrast (WCAG 2.2): the text of a button on the colour, and
// shades of the colour that can be read or seen on the light and the dark page.

/** Red, green and blue from 0 to 255. */
type Rgb = readonly [number, number, number];

export const MIN_TEXT = 4.5;
export const MIN_BORDER = 3;

/** The backgrounds on which links, borders and focus rings of the colour are drawn. */
export const grounds = {
  light: ['#ffffff', '#f4f6f8'],
  dark: ['#0f1318', '#181e26'],
} as const;

/** Null unless the text is `#rrggbb`. */
export function parseColor(text: string): Rgb | null {
  const isColor = /^#[0-9a-f]{6}$/i.test(text);
  const part = (at: number): number => parseInt(text.slice(at, at + 2), 16);
  return isColor ? [part(1), part(3), part(5)] : null;
}

export function colorText(color: Rgb): string {
  const two = (value: number): string => Math.round(value).toString(16).padStart(2, '0');
  return `#${color.map(two).join('')}`;
}

function luminance(color: Rgb): number {
  const part = (value: number): number => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(color[0]) + 0.7152 * part(color[1]) + 0.0722 * part(color[2]);
}

export function contrast(one: string, other: string): number {
  const [first, second] = [parseColor(one), parseColor(other)];
  if (!first || !second) return 1;
  const [low = 0, high = 0] = [luminance(first), luminance(second)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** Black or white, whichever can be read better; one of them always has at least 4.5. */
export function textOn(color: string): '#000000' | '#ffffff' {
  return contrast(color, '#ffffff') >= MIN_TEXT ? '#ffffff' : '#000000';
}

/** The colour, made darker or lighter in small steps until all backgrounds give the contrast. */
export function readableOn(color: string, backgrounds: readonly string[], min: number): string {
  const from = parseColor(color);
  if (!from) return '#000000';
  const isDark = contrast(backgrounds[0] ?? '#ffffff', '#ffffff') > 4.5;
  const target = isDark ? 255 : 0;
  for (let step = 0; step <= 50; step += 1) {
    const part = (value: number): number => value + ((target - value) * step) / 50;
    const mixed = colorText([part(from[0]), part(from[1]), part(from[2])]);
    if (backgrounds.every((ground) => contrast(mixed, ground) >= min)) return mixed;
  }
  return colorText([target, target, target]);
}

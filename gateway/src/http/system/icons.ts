// Generated icons for banks and card organizations: a coloured badge with the first letters of the
// name.

const COLOURS = ['#0b5cad', '#8a1c4a', '#146c43', '#7a4b00', '#4b3d8f', '#0f6674'];

/** An SVG of 64 by 40. The name may contain only letters, digits and dashes. */
export function iconSvg(name: string): string {
  const sum = [...name].reduce((total, letter) => total + letter.charCodeAt(0), 0);
  const colour = COLOURS[sum % COLOURS.length] as string;
  const letters = name.slice(0, 4).toUpperCase();
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="64" height="40" viewBox="0 0 64 40" ` +
    `role="img">` +
    `<title>${name}</title><rect width="64" height="40" rx="6" fill="${colour}"/>` +
    `<text x="32" y="26" font-family="sans-serif" font-size="16" font-weight="700" ` +
    `text-anchor="middle" fill="#fff">${letters}</text></svg>`
  );
}

// Addresses that the operator sets for a merchant and that others are told or called under.

const LENGTH_MAX = 2048;

/** Visible letters of ASCII alone: partners read an address as it stands. */
const FORM = /^https?:\/\/[\x21-\x7e]+$/i;

export const webAddressRule =
  'must be an http:// or https:// URL without user name and password, ' +
  `of at most ${LENGTH_MAX} ASCII characters`;

/** A whole http or https address without user and password. */
export function isWebAddress(text: string): boolean {
  const url = text.length <= LENGTH_MAX && FORM.test(text) ? URL.parse(text) : null;
  return url !== null && url.username === '' && url.password === '';
}

/** Such as https://shop.example, with a port when it has one of its own. */
export function isWebOrigin(text: string): boolean {
  return isWebAddress(text) && new URL(text).origin === text;
}

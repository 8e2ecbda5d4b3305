// URLs that the operator sets for a merchant and that partners receive or the gateway calls.

const MAX_LENGTH = 2048;

/** Only visible ASCII characters: partners use the URL exactly as given. */
const FORM = /^https?:\/\/[\x21-\x7e]+$/i;

export const webAddressRule =
  'must be an http:// or https:// URL without user name and password, ' +
  `of at most ${MAX_LENGTH} ASCII characters`;

/** An absolute http or https URL without user name and password. */
export function isWebAddress(text: string): boolean {
  const url = text.length <= MAX_LENGTH && FORM.test(text) ? URL.parse(text) : null;
  return url !== null && url.username === '' && url.password === '';
}

/** Such as https://shop.example, with its port unless it is the default one. */
export function isWebOrigin(text: string): boolean {
  return isWebAddress(text) && new URL(text).origin === text;
}

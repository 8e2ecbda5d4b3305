// URLs that the operator sets for a merchant and that partners receive or the gateway calls.

export const MAX_ADDRESS_LENGTH = 2048;

/**
 * Only visible ASCII characters, because partners use the URL exactly as it is. No backslashes:
 * some programs read them as slashes, others as part of the host name.
 */
const FORM = /^https?:\/\/[\x21-\x5b\x5d-\x7e]+$/i;

export const webAddressRule =
  'must be an http:// or https:// URL without user name and password, ' +
  `of at most ${MAX_ADDRESS_LENGTH} ASCII characters without backslashes`;

/** An absolute http or https URL without user name and password. */
export function isWebAddress(text: string): boolean {
  const url = text.length <= MAX_ADDRESS_LENGTH && FORM.test(text) ? URL.parse(text) : null;
  return url !== null && url.username === '' && url.password === '';
}

/** Such as https://shop.example, with its port unless it is the default one. */
export function isWebOrigin(text: string): boolean {
  return isWebAddress(text) && new URL(text).origin === text;
}

/** What is wrong with an origin of a list that the operator sets; undefined: nothing. */
export function originProblem(origin: string, isProduction: boolean): string | undefined {
  if (origin === '*') {
    return isProduction ? 'must name each origin; * is allowed in the sandbox only' : undefined;
  }
  if (!isWebOrigin(origin)) return 'must be origins such as https://shop.example';
  if (isProduction && !origin.startsWith('https:')) return 'must be https origins in production';
  return undefined;
}

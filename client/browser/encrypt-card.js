// Encrypts card data in the browser to the public key of a Bramka gateway: the server of the shop
// never sees it. No dependencies; also runs in Node.js 20 or newer.

const KEY_AGE_MS = 300_000;
const EC = { name: 'ECDH', namedCurve: 'P-256' };

const checks = {
  instrumentNo: (text) => /^\d{12,19}$/.test(text.replace(/[ -]/g, '')) && passesLuhn(text),
  expDate: (text) => /^20\d\d(0[1-9]|1[0-2])$/.test(text),
  cvv: (text) => /^\d{3,4}$/.test(text),
};
const fields = { instrumentNo: 'encInstrumentNo', expDate: 'encExpDate', cvv: 'encCvv' };

/** A value that cannot be right; `field` is its name. The message never contains the value. */
export class CardError extends Error {
  constructor(field) {
    super(`${field} is not valid`);
    this.name = 'CardError';
    this.field = field;
  }
}

/** `source` is the URL of the keys (…/v1/ecommerce/keys) or a JWKS that was read before. */
export function createCardEncryptor(source) {
  let known = typeof source === 'string' ? undefined : { key: keyIn(source), aheadMs: 0 };
  const refresh = async () => {
    try {
      known = await readKey(source);
    } catch (error) {
      // The previous key is accepted for hours, so a failed refresh does not stop a payment.
      if (!known) throw error;
    }
  };
  return {
    /** Encrypts the fields that are given: `{ instrumentNo, expDate, cvv }`. */
    async encrypt(card) {
      const names = Object.keys(fields).filter((name) => card[name] !== undefined);
      for (const name of names) {
        if (!checks[name](String(card[name]))) throw new CardError(name);
      }
      const ageMs = Date.now() - known?.readMs;
      // Also when the clock of the device was set back.
      const isFresh = ageMs >= 0 && ageMs < KEY_AGE_MS;
      if (typeof source === 'string' && !isFresh) await refresh();
      const iat = Math.floor((Date.now() + known.aheadMs) / 1000);
      const texts = names.map((name) => encryptText(known.key, iat, String(card[name])));
      const values = await Promise.all(texts);
      return Object.fromEntries(names.map((name, place) => [fields[name], values[place]]));
    },
  };
}

/** The clock of the device may be wrong, so `iat` follows the clock of the gateway. */
async function readKey(url) {
  const response = await fetch(url, { cache: 'no-cache', credentials: 'omit' });
  if (!response.ok) throw new Error(`The keys cannot be read: status ${response.status}`);
  const key = keyIn(await response.json());
  const readMs = Date.now();
  const date = Date.parse(response.headers.get('date') ?? '');
  return { key, readMs, aheadMs: Number.isNaN(date) ? 0 : date - readMs };
}

function keyIn(jwks) {
  const key = jwks?.keys?.find(
    ({ kty, crv, use, alg, kid }) =>
      kty === 'EC' && crv === 'P-256' && use === 'enc' && alg === 'ECDH-ES' && kid,
  );
  if (!key) throw new Error('There is no key to encrypt card data to');
  return key;
}

/** A compact JWE (RFC 7516) with ECDH-ES and A256GCM. */
async function encryptText({ kid, kty, crv, x, y }, iat, text) {
  const subtle = globalThis.crypto?.subtle;
  if (!subtle) throw new Error('Card data can only be encrypted on an https page');
  const theirs = await subtle.importKey('jwk', { kty, crv, x, y }, EC, false, []);
  const ours = await subtle.generateKey(EC, false, ['deriveBits']);
  const epk = await subtle.exportKey('jwk', ours.publicKey);
  const enc = 'A256GCM';
  const header = { alg: 'ECDH-ES', enc, kid, iat, epk: { kty, crv, x: epk.x, y: epk.y } };
  const head = base64url(utf8(JSON.stringify(header)));
  const secret = await subtle.deriveBits({ name: 'ECDH', public: theirs }, ours.privateKey, 256);
  // One round of the Concat KDF (RFC 7518, section 4.6.2), without party info.
  const parts = [number(1), secret, number(enc.length), utf8(enc), number(0), number(0)];
  const input = await new Blob([...parts, number(256)]).arrayBuffer();
  const raw = await subtle.digest('SHA-256', input);
  const key = await subtle.importKey('raw', raw, 'AES-GCM', false, ['encrypt']);
  const iv = globalThis.crypto.getRandomValues(new Uint8Array(12));
  const how = { name: 'AES-GCM', iv, additionalData: utf8(head) };
  const sealed = new Uint8Array(await subtle.encrypt(how, key, utf8(text)));
  const [body, tag] = [sealed.slice(0, -16), sealed.slice(-16)];
  return [head, '', base64url(iv), base64url(body), base64url(tag)].join('.');
}

function passesLuhn(text) {
  const digits = text.replace(/\D/g, '').split('').reverse().map(Number);
  const sum = digits.map((digit, place) =>
    place % 2 ? (digit * 2 > 9 ? digit * 2 - 9 : digit * 2) : digit,
  );
  return sum.reduce((total, digit) => total + digit, 0) % 10 === 0;
}

function utf8(text) {
  return new TextEncoder().encode(text);
}

function number(value) {
  return Uint8Array.of(0, 0, value >> 8, value & 255);
}

function base64url(bytes) {
  const text = btoa(String.fromCharCode(...bytes));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

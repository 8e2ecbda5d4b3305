// Replaces what differs from run to run (ids, times, tokens, signatures, addresses) by values that
// stay the same, so that two recordings of the same run are equal. The same value is replaced by
// the same one wherever it occurs, also inside links and inside base64url-encoded messages.
import type { Json } from '../support/client.ts';
import { CAPITALS, DIGITS, HEX, LETTERS, SMALL, TOKEN_LETTERS } from './made-up-values.ts';
import { bankLink, bytesLike, publicKeyLike, randomLike, uuidLike } from './made-up-values.ts';

export interface StableValues {
  /** A copy of the value; `context` names the place where new ids first appear. */
  replace(context: string, value: unknown): unknown;
  /**
   * Times are shown as far from `shownMs` as they are from `clockMs`, to which the clock of the
   * sandbox was moved. Real times, which are about an hour earlier, are shown an hour earlier.
   */
  startAt(clockMs: number, shownMs: number): void;
  /** The time at which the clock of the sandbox first stood still. */
  clockMs(): number;
  /** Shows another text instead of this one, or keeps it. */
  showAs(raw: string, shown: string): void;
}

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g;
const URL_HASH = /(?<=[?&]Hash=)[0-9a-f]{64}/g;
const AUDIT_DIGEST = /(?<=^\d+\.\d+\.)[0-9a-f]{64}$/g;
const BANK_LINK = /(?<=\/(?:bank\/pay|payment\/continue)\/)\w+\/\w+/g;
const LINK_KEY = /(?<=(?:\/pay\/|^)\d+\/[0-9a-f-]{36}\/)[\w-]+/g;
const PREVIEW_KEY = /(?<=\/pay\/preview\/)[\w-]+\.[0-9a-f]{64}/g;
const CURSOR = /\bAQ[\w-]{42}(?![\w-])/g;
const TOKEN_NUMBER = /\b[BCDFGHJKLMNPRSTV]{32}\b/g;
const ENCODED_JSON = /^eyJ[\w-]+$/;
const SIGNED = /^eyJ[\w-]+\.[\w.-]+$/;
const SHOWN_ORIGIN = 'http://127.0.0.1:8080';
const SHOWN_START = 20;
const SHOWN_DURATION_MS = 12;
/** A local date, which depends on the hour of the recording. */
const SHOWN_DATE = '2026-04-03';
const SHOWN_LAST_FOUR = '6233';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Random texts by the name of their field, with the characters they consist of. */
const alphabets: Readonly<Record<string, string>> = {
  apiSecret: SMALL,
  notificationSecret: SMALL,
  secret: SMALL,
  key: LETTERS,
  authCode: CAPITALS,
  reference: CAPITALS,
  networkTransactionId: DIGITS,
  initialTransactionId: DIGITS,
  hash: HEX,
  fingerprint: HEX,
  Hash: HEX,
  orderID: HEX,
  remoteID: CAPITALS,
  remoteId: CAPITALS,
  x: LETTERS,
  y: LETTERS,
  serialNum: HEX,
  kid: SMALL,
  cryptogram: LETTERS,
  visualId: HEX,
  publicKeyHash: LETTERS,
  sessionId: LETTERS,
};

/** Shown with their first line only. */
const pemFields = new Set(['caCertificatePem', 'certificate', 'certificateRequest', 'privateKey']);

/** Texts that everybody may know and that never change. */
const isConstant = (text: string): boolean => text.startsWith('sandbox-secret-');

export function stableValues(origins: readonly string[]): StableValues {
  const values = replacedValues();
  const clock = shownClock();

  const textOf = (path: string, name: string, raw: string): string => {
    const alphabet = alphabets[name];
    if (alphabet !== undefined && !isConstant(raw)) {
      return values.replace(raw, () => randomLike(path, raw.length, alphabet));
    }
    // Too short to be replaced wherever it occurs.
    if (name === 'tokenLastFour') return SHOWN_LAST_FOUR;
    if (name === 'settlementDate') return SHOWN_DATE;
    if (name === 'authenticationValue') return bytesLike(path, raw);
    if (name === 'publicKey') return values.replace(raw, () => publicKeyLike(path, raw));
    if (pemFields.has(name) && !raw.endsWith('…')) return `${raw.slice(0, raw.indexOf('\n') + 4)}…`;
    if (SIGNED.test(raw)) return `${raw.slice(0, SHOWN_START)}…`;
    const inside = jsonIn(raw);
    if (inside !== undefined) return encode(walk(path, name, inside.value), inside.isEncoded);
    const shown = origins.reduce((text, origin) => text.replaceAll(origin, SHOWN_ORIGIN), raw);
    return values
      .replaceAllIn(shown)
      .replace(UUID, (id) => values.replace(id, () => uuidLike(path)))
      .replace(LINK_KEY, (key) => values.replace(key, () => randomLike(path, key.length, LETTERS)))
      .replace(PREVIEW_KEY, (key) => values.replace(key, () => randomLike(path, 43, LETTERS)))
      .replace(URL_HASH, (hash) => values.replace(hash, () => randomLike(path, 64, HEX)))
      .replace(AUDIT_DIGEST, (hash) => values.replace(hash, () => randomLike(path, 64, HEX)))
      .replace(TOKEN_NUMBER, (number) =>
        values.replace(number, () => randomLike(path, number.length, TOKEN_LETTERS)),
      )
      .replace(CURSOR, (cursor) =>
        values.replace(cursor, () => `AQ${randomLike(path, cursor.length - 2, LETTERS)}`),
      )
      .replace(BANK_LINK, (key) => values.replace(key, () => bankLink(path)))
      .replace(TIME, (time) => clock.time(time));
  };

  const walk = (path: string, name: string, value: unknown): unknown => {
    if (typeof value === 'string') return textOf(path, name, value);
    if (typeof value === 'number') return clock.number(name, value);
    if (Array.isArray(value)) {
      return value.map((one, index) => walk(`${path}[${index}]`, name, one));
    }
    if (typeof value !== 'object' || value === null) return value;
    const fields = Object.entries(value as Json);
    return Object.fromEntries(
      fields.map(([field, inner]) => [
        textOf(`${path}.key`, '', field),
        walk(`${path}.${field}`, field, inner),
      ]),
    );
  };

  return {
    replace: (context, value) => walk(context, '', value),
    startAt: (clockMs, shownMs) => clock.startAt(clockMs, shownMs),
    clockMs: () => clock.startMs(),
    showAs: (raw, shown) => void values.replace(raw, () => shown),
  };
}

/** Which value stands for which: the same one wherever it occurs. */
function replacedValues() {
  const byRaw = new Map<string, string>();
  const shown = new Set<string>();
  return {
    replace(raw: string, make: () => string): string {
      if (shown.has(raw)) return raw;
      const stable = byRaw.get(raw) ?? make();
      byRaw.set(raw, stable);
      shown.add(stable);
      return stable;
    },
    replaceAllIn(text: string): string {
      return [...byRaw].reduce((before, [raw, stable]) => before.replaceAll(raw, stable), text);
    },
  };
}

/** Times as far from the shown start as they are from the start of the recording. */
function shownClock() {
  let startMs = 0;
  let shiftMs = 0;
  let realStartMs = 0;
  const elapsedMs = (): number => Date.now() - realStartMs;
  return {
    startMs: () => startMs,
    startAt(clockMs: number, shownMs: number): void {
      startMs = clockMs;
      shiftMs = shownMs - clockMs;
      realStartMs = Date.now();
    },
    time(text: string): string {
      const ms = Date.parse(text);
      // Earlier times are real ones: from before the recording, or from after the reset.
      return new Date((ms < startMs ? startMs - HOUR_MS : ms) + shiftMs).toISOString();
    },
    number(name: string, value: number): number {
      if (/^(createdAt|dueAt)$/.test(name)) return value + shiftMs;
      if (name === 'durationMs') return SHOWN_DURATION_MS;
      if (name !== 'offsetSeconds' || value === 0) return value;
      return wholeMinutes(value * 1000 + elapsedMs()) / 1000;
    },
  };
}

const wholeMinutes = (ms: number): number => Math.round(ms / MINUTE_MS) * MINUTE_MS;

function jsonIn(raw: string): { value: unknown; isEncoded: boolean } | undefined {
  const isEncoded = ENCODED_JSON.test(raw);
  if (!isEncoded && !/^\{".*\}$/.test(raw)) return undefined;
  try {
    const text = isEncoded ? Buffer.from(raw, 'base64url').toString() : raw;
    return { value: JSON.parse(text) as unknown, isEncoded };
  } catch {
    return undefined;
  }
}

function encode(value: unknown, isEncoded: boolean): string {
  const text = JSON.stringify(value);
  return isEncoded ? Buffer.from(text).toString('base64url') : text;
}

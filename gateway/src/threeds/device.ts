// Converts the customer's device in a request to the fields of EMV 3-D Secure: a browser, an app
// with its SDK, or the names of the missing or wrong fields. A complete SDK takes precedence over a
// browser.

import { createPublicKey } from 'node:crypto';
import { isIP } from 'node:net';
import { VERSION_FORM } from '../cards/protocol-version.ts';
import type { EphemeralKey } from './messages/message.ts';
import {
  compactJweOf,
  fieldsOf,
  ownValue,
  textOf,
  UUID_FORM,
  type Fields,
} from './messages/fields.ts';

/** Data that only a script can collect. */
interface ScreenData {
  readonly javaEnabled: boolean;
  readonly colorDepth: string;
  readonly screenHeight: string;
  readonly screenWidth: string;
  /** Minutes from local time to UTC, negative east of Greenwich. */
  readonly timezone: string;
}

/** 250×400, 390×400, 500×600, 600×400, the full page. */
const windowSizes = ['01', '02', '03', '04', '05'] as const;
export type WindowSize = (typeof windowSizes)[number];
export const DEFAULT_WINDOW_SIZE: WindowSize = '05';

export interface BrowserDevice {
  readonly kind: 'browser';
  readonly userAgent: string;
  readonly acceptHeader: string;
  readonly language: string;
  readonly ip: string | null;
  /** The size of the window in which the shop shows a challenge. */
  readonly challengeWindowSize: WindowSize;
  /** Null when the browser runs no scripts. */
  readonly screen: ScreenData | null;
}

export interface AppDevice {
  readonly kind: 'app';
  readonly transId: string;
  readonly appId: string;
  readonly refNumber: string;
  readonly ephemPubKey: EphemeralKey;
  readonly encData: string;
  /** Minutes, two digits. */
  readonly maxTimeout: string;
  readonly ip: string | null;
  /** The protocol version of the SDK, if it names one. */
  readonly messageVersion: string | null;
}

export interface MissingDevice {
  readonly kind: 'missing';
  readonly fields: readonly string[];
}

type Device = BrowserDevice | AppDevice | MissingDevice;

const HEADER_LENGTH_MAX = 2048;
const LANGUAGE_LENGTH_MAX = 35;
const COLOR_DEPTHS = [48, 32, 24, 16, 15, 8, 4, 1];
const SCREEN_MAX = 999_999;
const SCREEN = ['colorDepth', 'screenHeight', 'screenWidth', 'timezone'];
const DAY_MIN = 24 * 60;
const SDK_TIMEOUT_MIN = 5;
const SDK_TIMEOUT_MAX = 99;

const LANGUAGE = /^[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*$/;
const REFERENCE = /^[\x20-\x7e]{1,32}$/;
const COORDINATE = /^[A-Za-z0-9_-]{43}$/;

export function readDevice(device: unknown): Device {
  const fields = fieldsOf(device) ?? {};
  const sdk = fieldsOf(ownValue(fields, 'sdk'));
  const browser = fieldsOf(ownValue(fields, 'browserData'));
  const ip = ipOf(ownValue(fields, 'ip'));
  const app = sdk && readApp(sdk, ip);
  if (app?.kind === 'app') return app;
  if (app && !browser) return app;
  const read = readBrowser(browser ?? {}, ip);
  if (read.kind === 'browser' || !app) return read;
  return { kind: 'missing', fields: [...read.fields, ...app.fields] };
}

/** The device on which an authentication started; a browser may have replaced an SDK. */
export function readDeviceOn(channel: '01' | '02', device: unknown): Device {
  return channel === '02'
    ? readDevice({ ...fieldsOf(device), sdk: undefined })
    : readDevice(device);
}

function readBrowser(data: Fields, ip: string | null): BrowserDevice | MissingDevice {
  const headers = collectFields('browserData', {
    userAgent: headerOf(ownValue(data, 'userAgent')),
    acceptHeader: headerOf(ownValue(data, 'acceptHeader')),
    language: languageOf(ownValue(data, 'language')),
    challengeWindowSize: windowSizeOf(ownValue(data, 'challengeWindowSize') ?? DEFAULT_WINDOW_SIZE),
  });
  const screen = readScreen(data);
  const missing = [...headers.missing, ...screen.missing];
  if (!headers.found || missing.length > 0) return { kind: 'missing', fields: missing };
  return { kind: 'browser', ...headers.found, ip, screen: screen.found };
}

/** If the request does not say, scripts count as enabled when any of their values is present. */
function readScreen(data: Fields): Found<ScreenData> {
  const scripts =
    ownValue(data, 'javascriptEnabled') ??
    SCREEN.some((name) => ownValue(data, name) !== undefined);
  if (scripts === false) return { found: null, missing: [] };
  if (scripts !== true) return { found: null, missing: ['device.browserData.javascriptEnabled'] };
  const java = ownValue(data, 'javaEnabled') ?? false;
  return collectFields('browserData', {
    javaEnabled: typeof java === 'boolean' ? java : undefined,
    colorDepth: colorDepthOf(ownValue(data, 'colorDepth')),
    screenHeight: wholeOf(ownValue(data, 'screenHeight'), 0, SCREEN_MAX)?.toString(),
    screenWidth: wholeOf(ownValue(data, 'screenWidth'), 0, SCREEN_MAX)?.toString(),
    timezone: wholeOf(ownValue(data, 'timezone'), -DAY_MIN, DAY_MIN)?.toString(),
  });
}

function readApp(sdk: Fields, ip: string | null): AppDevice | MissingDevice {
  const timeout = ownValue(sdk, 'maxTimeout') ?? SDK_TIMEOUT_MIN;
  const read = collectFields('sdk', {
    transId: textOf(sdk, 'transId', UUID_FORM),
    appId: textOf(sdk, 'appId', UUID_FORM),
    refNumber: textOf(sdk, 'refNumber', REFERENCE),
    ephemPubKey: ephemeralKeyOf(ownValue(sdk, 'ephemPubKey')),
    encData: compactJweOf(sdk, 'encData'),
    maxTimeout: wholeOf(timeout, SDK_TIMEOUT_MIN, SDK_TIMEOUT_MAX)?.toString().padStart(2, '0'),
    messageVersion:
      ownValue(sdk, 'messageVersion') === undefined
        ? null
        : textOf(sdk, 'messageVersion', VERSION_FORM),
  });
  return read.found
    ? { kind: 'app', ...read.found, ip }
    : { kind: 'missing', fields: read.missing };
}

interface Found<T> {
  readonly found: T | null;
  readonly missing: readonly string[];
}

type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };

/** All values, or the names of the missing ones. */
function collectFields<T extends object>(part: string, values: T): Found<Defined<T>> {
  const missing = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [`device.${part}.${name}`] : [],
  );
  return { found: missing.length === 0 ? (values as Defined<T>) : null, missing };
}

function headerOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value
    .replace(/\p{Cc}/gu, ' ')
    .trim()
    .slice(0, HEADER_LENGTH_MAX)
    .toWellFormed();
  return text === '' ? undefined : text;
}

function windowSizeOf(value: unknown): WindowSize | undefined {
  return windowSizes.find((size) => size === value);
}

/** The first language, even from a complete Accept-Language header; underscores become hyphens. */
function languageOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const first = (value.split(/[,;]/, 1)[0] ?? '').trim().replaceAll('_', '-');
  return LANGUAGE.test(first) ? cutLanguage(first, LANGUAGE_LENGTH_MAX) : undefined;
}

/** Cuts after a complete subtag: zh-Hant-TW in eight letters is zh-Hant. */
export function cutLanguage(tag: string, lengthMax: number): string {
  if (tag.length <= lengthMax) return tag;
  const end = tag.lastIndexOf('-', lengthMax);
  return tag.slice(0, end === -1 ? lengthMax : end);
}

function wholeOf(value: unknown, min: number, max: number): number | undefined {
  if (typeof value === 'string' && !/^[+-]?[0-9]{1,6}$/.test(value)) return undefined;
  const number = typeof value === 'string' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number)) return undefined;
  // Adding zero turns negative zero into zero.
  return number >= min && number <= max ? number + 0 : undefined;
}

function colorDepthOf(value: unknown): string | undefined {
  const bits = wholeOf(value, 1, SCREEN_MAX);
  return COLOR_DEPTHS.find((depth) => bits !== undefined && depth <= bits)?.toString();
}

function ipOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.includes('%')) return null;
  return isIP(value) === 0 ? null : value;
}

/** The public point of a P-256 key as a JWK; a point that is not on the curve is refused. */
function ephemeralKeyOf(value: unknown): EphemeralKey | undefined {
  try {
    const jwk = typeof value === 'string' ? fieldsOf(JSON.parse(value)) : undefined;
    const x = jwk && textOf(jwk, 'x', COORDINATE);
    const y = jwk && textOf(jwk, 'y', COORDINATE);
    if (!x || !y || ownValue(jwk, 'kty') !== 'EC' || ownValue(jwk, 'crv') !== 'P-256')
      return undefined;
    const key: EphemeralKey = { kty: 'EC', crv: 'P-256', x, y };
    createPublicKey({ key: { ...key }, format: 'jwk' });
    return key;
  } catch {
    return undefined;
  }
}

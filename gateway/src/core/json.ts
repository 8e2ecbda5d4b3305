// JSON for request and response bodies. The reader is stricter than JSON.parse: it refuses
// duplicate keys, __proto__, NUL, lone surrogates, huge exponents and deep or oversized input, and
// names the path of the error. It drops null members (null means absent) and keeps the exact text
// of numbers.

import { assert } from './assert.ts';
import { JsonError, JsonScanner, type JsonLimits } from './json/scanner.ts';

export { JsonError };

/** A number with a fraction or an exponent, or beyond the safe integers: only its text is kept. */
export class JsonNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toJSON(): unknown {
    return exactNumber(this.text);
  }
}

// TypeScript's library types do not include rawJSON yet.
const { rawJSON, isRawJSON } = JSON as typeof JSON & {
  rawJSON: (text: string) => unknown;
  isRawJSON: (value: unknown) => boolean;
};

const INTEGER = /^-?[0-9]+$/;
const NUMBER = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/** A value that JSON.stringify prints as exactly this number text, such as 12.50. */
export function exactNumber(text: string): unknown {
  assert(NUMBER.test(text), 'an exact number must be the text of a JSON number');
  return rawJSON(text);
}

/**
 * The exact text of a number that `readJson` returned; undefined for anything else, including
 * floats.
 */
export function numberText(value: unknown): string | undefined {
  if (value instanceof JsonNumber) return value.text;
  if (!Number.isSafeInteger(value)) return undefined;
  return Object.is(value, -0) ? '-0' : String(value);
}

/** Whether the value is a number with its exact text, either read or about to be written. */
export function isExactNumber(value: unknown): boolean {
  return value instanceof JsonNumber || isRawJSON(value);
}

export function writeJson(value: unknown): string {
  const text: string | undefined = JSON.stringify(value);
  assert(text !== undefined, 'a function, a symbol or undefined cannot be written as JSON');
  return text;
}

export function readJson(text: string, limits: JsonLimits = {}): unknown {
  return new Reader(text, limits).document();
}

const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_BRACKET = 91;
const CLOSE_BRACKET = 93;
const LETTER_F = 102;
const LETTER_N = 110;
const LETTER_T = 116;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

const PATH_KEY_LENGTH_MAX = 64;
const LONG_NUMBER = /[0-9][0-9 -]{5,}[0-9]/g;

class Reader extends JsonScanner {
  readonly #depthMax: number;
  readonly #nullFields: readonly string[];
  /** One entry per open object or array: the key or index being read, or undefined between two. */
  readonly #path: (string | number | undefined)[] = [];
  #depth = 0;

  constructor(text: string, limits: JsonLimits) {
    super(text, limits);
    this.#depthMax = limits.depth ?? 32;
    this.#nullFields = limits.nullFields ?? [];
  }

  document(): unknown {
    const value = this.#value();
    this.skipSpace();
    if (this.at < this.text.length) throw this.notJson('nothing may follow the value');
    return value;
  }

  #value(): unknown {
    switch (this.skipSpace()) {
      case QUOTE:
        return this.string();
      case OPEN_BRACE:
        return this.#object();
      case OPEN_BRACKET:
        return this.#array();
      case LETTER_T:
        return this.word('true', true);
      case LETTER_F:
        return this.word('false', false);
      case LETTER_N:
        return this.word('null', null);
      default:
        return numberOf(this.number());
    }
  }

  #object(): Record<string, unknown> {
    const result: Record<string, unknown> = {};
    let nullKeys: Set<string> | undefined;
    const level = this.#enter();
    let more = this.skipSpace() !== CLOSE_BRACE;
    if (!more) this.at += 1;
    while (more) {
      if (this.skipSpace() !== QUOTE) throw this.notJson('a key in double quotes is expected');
      const key = this.string();
      this.#path[level] = key;
      if (key === '__proto__') throw this.refused('is a name that is not allowed');
      if (Object.hasOwn(result, key) || nullKeys?.has(key)) {
        throw this.refused('appears more than once in its object');
      }
      if (this.skipSpace() !== COLON) throw this.notJson('a colon is expected after the key');
      this.at += 1;
      const value = this.#value();
      const isValue = value !== null || (level === 0 && this.#nullFields.includes(key));
      if (isValue) result[key] = value;
      else (nullKeys ??= new Set()).add(key);
      this.#path[level] = undefined;
      more = this.#another(CLOSE_BRACE, 'a comma or a closing brace is expected');
    }
    this.#depth = level;
    return result;
  }

  #array(): unknown[] {
    const result: unknown[] = [];
    const level = this.#enter();
    let more = this.skipSpace() !== CLOSE_BRACKET;
    if (!more) this.at += 1;
    while (more) {
      this.#path[level] = result.length;
      result.push(this.#value());
      this.#path[level] = undefined;
      more = this.#another(CLOSE_BRACKET, 'a comma or a closing bracket is expected');
    }
    this.#depth = level;
    return result;
  }

  /** Skips the opening bracket and returns the index in the path for the contents. */
  #enter(): number {
    const level = this.#depth;
    if (level >= this.#depthMax) {
      throw this.refused(`is nested deeper than ${this.#depthMax} levels`);
    }
    this.at += 1;
    this.#depth = level + 1;
    this.#path[level] = undefined;
    return level;
  }

  #another(close: number, expected: string): boolean {
    const next = this.skipSpace();
    if (next !== close && next !== COMMA) throw this.notJson(expected);
    this.at += 1;
    return next === COMMA;
  }

  /**
   * For example order.items[0].amount. The path goes into replies, and a card number may have been
   * sent as a key, so long keys are cut and long numbers are removed.
   */
  protected override path(): string {
    let text = '';
    for (const part of this.#path.slice(0, this.#depth)) {
      if (typeof part === 'number') text += `[${part}]`;
      if (typeof part !== 'string') continue;
      if (text !== '') text += '.';
      text += part.slice(0, PATH_KEY_LENGTH_MAX).toWellFormed().replace(LONG_NUMBER, '…');
    }
    return text;
  }
}

/** An amount must never become a float: only safe integers become numbers. */
function numberOf(text: string): number | JsonNumber {
  const integer = INTEGER.test(text) ? Number(text) : NaN;
  return Number.isSafeInteger(integer) ? integer : new JsonNumber(text);
}

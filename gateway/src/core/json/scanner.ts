// The tokens of JSON: white space, strings, numbers and literals, checked character by character.
// json.ts builds objects and arrays from them.

export interface JsonLimits {
  /** Maximum nesting of objects and arrays. */
  readonly depth?: number;
  /** Maximum length of a string or key, in UTF-16 units after its escapes are resolved. */
  readonly stringLength?: number;
  /** Maximum length of a number, in characters. */
  readonly numberLength?: number;
  /** Fields of the outermost object in which null is a value, not the same as absent. */
  readonly nullFields?: readonly string[];
}

/** Not JSON at all (`syntax`), or JSON with content that we do not accept (`content`). */
type JsonErrorKind = 'syntax' | 'content';

/**
 * The reason repeats nothing of the body. For a syntax error it is a sentence; for a content error
 * it says what the field at `path` must be. The offset counts UTF-16 units.
 */
export class JsonError extends Error {
  override readonly name = 'JsonError';
  readonly kind: JsonErrorKind;
  readonly reason: string;
  readonly path: string;
  readonly offset: number;

  constructor(kind: JsonErrorKind, reason: string, path: string, offset: number) {
    super(kind === 'syntax' ? reason : `${path || 'body'} ${reason}.`);
    this.kind = kind;
    this.reason = reason;
    this.path = path;
    this.offset = offset;
  }
}

const QUOTE = 34;
const PLUS = 43;
const MINUS = 45;
const POINT = 46;
const ZERO = 48;
const NINE = 57;
const BACKSLASH = 92;
const LETTER_A = 97;
const LETTER_E = 101;
const LETTER_F = 102;
const LETTER_U = 117;
const TO_LOWER_CASE = 32;

const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

/**
 * Allows every number that a double can hold. With larger exponents a few characters could become
 * millions of digits wherever the number is written out.
 */
const EXPONENT_MAX = 324;

export abstract class JsonScanner {
  protected readonly text: string;
  protected at = 0;
  readonly #stringLengthMax: number;
  readonly #numberLengthMax: number;

  constructor(text: string, limits: JsonLimits) {
    this.text = text;
    this.#stringLengthMax = limits.stringLength ?? 16_384;
    this.#numberLengthMax = limits.numberLength ?? 40;
  }

  /** The path of the value being read, for errors. */
  protected abstract path(): string;

  /** Skips white space and returns the next character code, or NaN at the end. */
  protected skipSpace(): number {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return code;
      this.at += 1;
    }
  }

  /** Reads a string, starting at its opening quote. */
  protected string(): string {
    const text = this.text;
    const start = this.at;
    let result = '';
    let chunkStart = start + 1;
    let at = chunkStart;
    for (;;) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) break;
      if (code === BACKSLASH) {
        result += text.slice(chunkStart, at);
        this.at = at;
        result += this.#escape();
        at = chunkStart = this.at;
      } else if (code >= 32) {
        at += 1;
      } else {
        this.at = at;
        throw this.#badCharacter();
      }
    }
    result += text.slice(chunkStart, at);
    this.at = start;
    if (result.length > this.#stringLengthMax) {
      throw this.refused(
        `must not contain a string longer than ${this.#stringLengthMax} characters`,
      );
    }
    if (!result.isWellFormed()) throw this.refused('must not contain a lone surrogate');
    this.at = at + 1;
    return result;
  }

  /** Returns the text of a number after checking it against the grammar. */
  protected number(): string {
    const text = this.text;
    const start = this.at;
    if (text.charCodeAt(start) === MINUS) this.at += 1;
    if (text.charCodeAt(this.at) === ZERO) this.at += 1;
    else this.#digits(this.at === start ? 'a value is expected' : 'a digit is expected');
    if (text.charCodeAt(this.at) === POINT) {
      this.at += 1;
      this.#digits('a digit is expected after the decimal point');
    }
    if ((text.charCodeAt(this.at) | TO_LOWER_CASE) === LETTER_E) {
      this.at += 1;
      const sign = text.charCodeAt(this.at);
      if (sign === PLUS || sign === MINUS) this.at += 1;
      const digits = this.at;
      this.#digits('a digit is expected in the exponent');
      if (Number(text.slice(digits, this.at)) > EXPONENT_MAX) {
        throw this.refused(`must have an exponent from -${EXPONENT_MAX} to ${EXPONENT_MAX}`);
      }
    }
    if (this.at - start > this.#numberLengthMax) {
      throw this.refused(`must be written in at most ${this.#numberLengthMax} characters`);
    }
    return text.slice(start, this.at);
  }

  protected word<T>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) throw this.notJson('a value is expected');
    this.at += word.length;
    return value;
  }

  protected notJson(expected: string): JsonError {
    return new JsonError('syntax', `The body is not JSON: ${expected}.`, this.path(), this.at);
  }

  protected refused(reason: string): JsonError {
    return new JsonError('content', reason, this.path(), this.at);
  }

  #badCharacter(): JsonError {
    if (this.at >= this.text.length) return this.notJson('a string is not closed');
    return this.notJson('a control character in a string is not escaped');
  }

  /** Reads one escape, starting at its backslash. */
  #escape(): string {
    const text = this.text;
    const at = this.at;
    if (text.charCodeAt(at + 1) !== LETTER_U) {
      const character = ESCAPES[text.charAt(at + 1)];
      if (character === undefined) throw this.notJson('an escape in a string is unknown');
      this.at = at + 2;
      return character;
    }
    let code = 0;
    for (let index = at + 2; index < at + 6; index++) {
      const digit = hexDigit(text.charCodeAt(index));
      if (digit < 0) throw this.notJson('four hexadecimal digits are expected after \\u');
      code = code * 16 + digit;
    }
    if (code === 0) throw this.refused('must not contain the character U+0000');
    this.at = at + 6;
    return String.fromCharCode(code);
  }

  #digits(expected: string): void {
    const start = this.at;
    let at = start;
    for (;;) {
      const code = this.text.charCodeAt(at);
      if (!(code >= ZERO && code <= NINE)) break;
      at += 1;
    }
    if (at === start) throw this.notJson(expected);
    this.at = at;
  }
}

function hexDigit(code: number): number {
  if (code >= ZERO && code <= NINE) return code - ZERO;
  const lower = code | TO_LOWER_CASE;
  return lower >= LETTER_A && lower <= LETTER_F ? lower - LETTER_A + 10 : -1;
}

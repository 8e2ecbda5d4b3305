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
const BACKSLASH = 92;

/** The sign, the integer, and the digits of the fraction and of the exponent, where they begin. */
const NUMBER = /(-?)(0|[1-9][0-9]*)?(?:\.([0-9]*))?(?:[eE][+-]?([0-9]*))?/y;
const ESCAPE = /\\(?:u([0-9a-fA-F]{4})|(.))/sy;
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
    NUMBER.lastIndex = this.at;
    const [text, sign = '', integer, fraction, exponent] = NUMBER.exec(this.text) ?? [''];
    if (integer === undefined) {
      this.at += sign.length;
      throw this.notJson(sign === '' ? 'a value is expected' : 'a digit is expected');
    }
    if (fraction === '') {
      this.at += `${sign}${integer}.`.length;
      throw this.notJson('a digit is expected after the decimal point');
    }
    this.at += text.length;
    if (exponent === '') throw this.notJson('a digit is expected in the exponent');
    if (Number(exponent ?? 0) > EXPONENT_MAX) {
      throw this.refused(`must have an exponent from -${EXPONENT_MAX} to ${EXPONENT_MAX}`);
    }
    if (text.length > this.#numberLengthMax) {
      throw this.refused(`must be written in at most ${this.#numberLengthMax} characters`);
    }
    return text;
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
    ESCAPE.lastIndex = this.at;
    const [text, hex, letter = ''] = ESCAPE.exec(this.text) ?? [''];
    if (letter === 'u') throw this.notJson('four hexadecimal digits are expected after \\u');
    const character = hex === undefined ? ESCAPES[letter] : String.fromCharCode(parseInt(hex, 16));
    if (character === undefined) throw this.notJson('an escape in a string is unknown');
    if (character === '\0') throw this.refused('must not contain the character U+0000');
    this.at += text.length;
    return character;
  }
}

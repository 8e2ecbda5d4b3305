// A value that must not be printed. It shows as *** in strings, JSON, logs and the inspector.
// `open` is the only way to read it, so every use of a secret can be found by searching for that
// name.

import { inspect } from 'node:util';

const MASK = '***';

let contentOf: <T>(secret: Secret<T>) => T;

export class Secret<T> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  toString(): string {
    return MASK;
  }

  toJSON(): string {
    return MASK;
  }

  [inspect.custom](): string {
    return MASK;
  }

  static {
    contentOf = (secret) => secret.#value;
  }
}

export function secret<T>(value: T): Secret<T> {
  return new Secret(value);
}

export function open<T>(sealed: Secret<T>): T {
  return contentOf(sealed);
}

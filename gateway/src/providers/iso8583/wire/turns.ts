// Work with the same key, one after the other: a trace number names one request on a connection.

export class Turns {
  readonly #last = new Map<string, Promise<void>>();

  /** Work whose key is free starts at once. */
  async take<T>(key: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(key);
    const done = Promise.withResolvers<void>();
    this.#last.set(key, done.promise);
    try {
      if (before) await before;
      return await work();
    } finally {
      if (this.#last.get(key) === done.promise) this.#last.delete(key);
      done.resolve();
    }
  }
}

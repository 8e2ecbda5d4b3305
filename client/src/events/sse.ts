// Reads the text of server-sent events in pieces of any size.

export interface Block {
  /** Moves the cursor, also without data. */
  readonly id: string | undefined;
  /** Empty: there is no event in this block. */
  readonly data: string;
  /** How long to wait before the next connection. */
  readonly retryMs: number | undefined;
  /** What the gateway says about the stream, such as `heartbeat`. */
  readonly comment: string | undefined;
}

/** Longer than any event; more is not collected. */
const LENGTH_MAX = 1_048_576;

export class EventStreamReader {
  #rest = '';
  #id: string | undefined;
  #data: string[] = [];
  #retryMs: number | undefined;
  #comment: string | undefined;

  /** The blocks that are complete with this piece. */
  add(piece: string): Block[] {
    const text = this.#rest + piece;
    const lines = text.split(/\r\n|\n|\r/);
    // A line break may be cut between its two characters.
    const cut = text.endsWith('\r') ? 2 : 1;
    this.#rest = lines.splice(-cut).join('\r');
    if (this.#rest.length > LENGTH_MAX) throw new RangeError('An event of the stream is too long.');
    return lines.flatMap((line) => this.#line(line) ?? []);
  }

  #line(line: string): Block | undefined {
    if (line === '') return this.#end();
    const [, name = '', value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (name === '') this.#comment = value;
    if (name === 'id' && !value.includes('\0')) this.#id = value;
    if (name === 'data') this.#data.push(value);
    if (name === 'retry' && /^\d{1,9}$/.test(value)) this.#retryMs = Number(value);
    return undefined;
  }

  #end(): Block | undefined {
    const block: Block = {
      id: this.#id,
      data: this.#data.join('\n'),
      retryMs: this.#retryMs,
      comment: this.#comment,
    };
    this.#id = undefined;
    this.#data = [];
    this.#retryMs = undefined;
    this.#comment = undefined;
    const isEmpty = Object.values(block).every((value) => value === undefined || value === '');
    return isEmpty ? undefined : block;
  }
}

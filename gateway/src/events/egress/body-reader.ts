// Finds the end of the body of an HTTP/1.1 answer, and keeps its beginning.

import { KEPT_BYTES } from './answer-text.ts';
import { BadAnswer } from './bad-answer.ts';

/** After this many bytes, after the last chunk, or when the receiver closes the connection. */
export type BodyEnd = number | 'chunked' | 'close';

/**
 * Open: more data will come. Clean: the body has ended and nothing came after it. Spoiled: the body
 * has ended, but the connection cannot be used again.
 */
type BodyState = 'open' | 'clean' | 'spoiled';

const LF = 10;
const MAX_LINE_BYTES = 4096;
const CHUNK_SIZE = /^([0-9a-f]{1,8})[ \t]*(?:;.*)?\r$/i;

export class BodyReader {
  bytes = 0;
  readonly #end: BodyEnd;
  readonly #pieces: Buffer[] = [];
  /** The bytes left in the current chunk. */
  #left = 0;
  #part: 'size' | 'data' | 'after-data' | 'trailer' = 'size';
  #line = '';

  constructor(end: BodyEnd) {
    this.#end = end;
  }

  get kept(): Buffer {
    return Buffer.concat(this.#pieces);
  }

  read(piece: Buffer): BodyState {
    if (this.#end === 'chunked') return this.#readChunked(piece);
    if (this.#end === 'close') {
      this.#keep(piece);
      return 'open';
    }
    const left = this.#end - this.bytes;
    this.#keep(piece.length > left ? piece.subarray(0, left) : piece);
    if (piece.length < left) return 'open';
    return piece.length === left ? 'clean' : 'spoiled';
  }

  #keep(data: Buffer): void {
    // A copy: the data is a part of a buffer that stays in use.
    const room = KEPT_BYTES - this.bytes;
    if (room > 0 && data.length > 0) this.#pieces.push(Buffer.from(data.subarray(0, room)));
    this.bytes += data.length;
  }

  #readChunked(piece: Buffer): BodyState {
    let at = 0;
    while (at < piece.length) {
      if (this.#part === 'data') {
        const data = piece.subarray(at, at + this.#left);
        this.#keep(data);
        at += data.length;
        this.#left -= data.length;
        if (this.#left === 0) this.#part = 'after-data';
        continue;
      }
      const end = piece.indexOf(LF, at);
      this.#line += piece.toString('latin1', at, end < 0 ? piece.length : end);
      if (this.#line.length > MAX_LINE_BYTES) throw new BadAnswer('a line of its body is too long');
      if (end < 0) return 'open';
      at = end + 1;
      if (this.#endLine()) return at === piece.length ? 'clean' : 'spoiled';
    }
    return 'open';
  }

  /** Whether it was the last line of the body. */
  #endLine(): boolean {
    const line = this.#line;
    this.#line = '';
    if (this.#part === 'trailer') return line === '\r';
    if (this.#part === 'after-data') {
      if (line !== '\r') throw new BadAnswer('a chunk is longer than its size');
      this.#part = 'size';
      return false;
    }
    const size = CHUNK_SIZE.exec(line)?.[1];
    if (size === undefined) throw new BadAnswer('the size of a chunk is wrong');
    this.#left = Number.parseInt(size, 16);
    this.#part = this.#left === 0 ? 'trailer' : 'data';
    return false;
  }
}

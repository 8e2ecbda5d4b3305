// Reads one HTTP/1.1 answer from the pieces in which it arrives. It is strict: what it cannot read
// ends the exchange, and a connection is used again only if the end of the answer is certain.

import { BadAnswer } from './bad-answer.ts';
import { BodyReader, type BodyEnd } from './body-reader.ts';

const MAX_HEAD_BYTES = 16 * 1024;
const MAX_INFORMATIONAL = 16;
export const TOO_MANY_EARLY = 'Too many informational answers came before the final one.';

const FIRST_BYTES = 'HTTP/1.';
const END_OF_HEAD = Buffer.from('\r\n\r\n');
const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: |$)/;
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
/** Control characters other than a tab. */
// oxlint-disable-next-line no-control-regex -- these characters are what it looks for
const CONTROL = /[\0-\x08\x0a-\x1f\x7f]/;
const LENGTH = /^\d{1,15}$/;
const HINT = /(?:^|[,; ])timeout=(\d{1,6})/i;
const NOTHING = Buffer.alloc(0);

/** The headers that matter. */
interface Head {
  readonly status: number;
  /** Whether the connection can be used again. */
  isKept: boolean;
  retryAfter: string | null;
  length: number | null;
  isEncoded: boolean;
  isChunked: boolean;
  /** For how many seconds the receiver keeps the connection, if it says so. */
  keepSeconds: number | null;
}

export class AnswerReader {
  /** Null before the head of the final answer has arrived. */
  head: Head | null = null;
  #early: Buffer = NOTHING;
  #informational = 0;
  #body: BodyReader | null = null;

  /** The beginning of the body. */
  get kept(): Buffer {
    return this.#body?.kept ?? NOTHING;
  }

  /** The bytes of the body so far. */
  get bytes(): number {
    return this.#body?.bytes ?? 0;
  }

  /** Whether the answer has ended. Throws a BadAnswer if this is not an HTTP answer. */
  read(piece: Buffer): boolean {
    let rest = piece;
    while (!this.#body) {
      const after = this.#readHead(rest);
      if (!after) return false;
      rest = after;
    }
    const state = this.#body.read(rest);
    if (state === 'spoiled' && this.head) this.head.isKept = false;
    return state !== 'open';
  }

  /** Returns what follows a head, or null if its end has not arrived. */
  #readHead(piece: Buffer): Buffer | null {
    const all = this.#early.length === 0 ? piece : Buffer.concat([this.#early, piece]);
    const start = all.toString('latin1', 0, FIRST_BYTES.length);
    if (!FIRST_BYTES.startsWith(start)) throw new BadAnswer('it does not begin with HTTP/1');
    const end = all.indexOf(END_OF_HEAD);
    if ((end < 0 ? all.length : end) > MAX_HEAD_BYTES) throw new BadAnswer('its head is too long');
    if (end < 0) {
      // A copy: the piece is a part of a buffer that stays in use.
      this.#early = all === piece ? Buffer.from(piece) : all;
      return null;
    }
    this.#early = NOTHING;
    const head = parseHead(all.toString('latin1', 0, end));
    if (head.status >= 200) {
      this.head = head;
      this.#body = new BodyReader(bodyEndOf(head));
    } else this.#countInformational(head.status);
    return all.subarray(end + END_OF_HEAD.length);
  }

  #countInformational(status: number): void {
    if (status < 102) throw new BadAnswer(`nobody asked for status ${status}`);
    this.#informational += 1;
    if (this.#informational > MAX_INFORMATIONAL) throw new BadAnswer(TOO_MANY_EARLY);
  }
}

function bodyEndOf({ status, isEncoded, isChunked, length }: Head): BodyEnd {
  if (status === 204 || status === 304) return 0;
  if (isChunked) return 'chunked';
  return isEncoded ? 'close' : (length ?? 'close');
}

function parseHead(text: string): Head {
  const [first = '', ...lines] = text.split('\r\n');
  const [, minor, status] = STATUS_LINE.exec(first) ?? [];
  if (status === undefined || CONTROL.test(first)) throw new BadAnswer('its first line is wrong');
  const head: Head = {
    status: Number(status),
    isKept: minor === '1',
    retryAfter: null,
    length: null,
    isEncoded: false,
    isChunked: false,
    keepSeconds: null,
  };
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon));
    if (!HEADER_NAME.test(name) || CONTROL.test(line)) throw new BadAnswer('a header is wrong');
    if (isRelevant(name.length)) readHeader(head, name.toLowerCase(), line.slice(colon + 1).trim());
  }
  // A sender of both headers may want us and other readers to disagree about the end.
  if (head.isEncoded && (head.length !== null || !head.isChunked)) head.isKept = false;
  return head;
}

/** Decides by the length of the name, so that most headers are not examined. */
function isRelevant(length: number): boolean {
  return length === 10 || length === 11 || length === 14 || length === 17;
}

function readHeader(head: Head, name: string, value: string): void {
  switch (name) {
    case 'retry-after':
      head.retryAfter ??= value;
      return;
    case 'content-length': {
      const length = LENGTH.test(value) ? Number(value) : null;
      if (length === null || (head.length ?? length) !== length) {
        throw new BadAnswer('its length is wrong');
      }
      head.length = length;
      return;
    }
    case 'transfer-encoding':
      head.isChunked = !head.isEncoded && value.toLowerCase() === 'chunked';
      head.isEncoded = true;
      return;
    case 'connection':
      if (/close|upgrade/i.test(value)) head.isKept = false;
      return;
    case 'keep-alive':
      head.keepSeconds = Number(HINT.exec(value)?.[1] ?? NaN);
      if (Number.isNaN(head.keepSeconds)) head.keepSeconds = null;
  }
}

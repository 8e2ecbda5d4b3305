// Messages on a TCP connection: a length, a header of the host, and the message. The reader gathers
// chunks and refuses a length that is not possible before it buffers anything.

import type { Frame } from '../codec/packager.ts';

/** More than any message with the greatest fields has. */
export const MAX_FRAME_BYTES = 65_535;

/** A stream that is not in frames: the connection cannot be used any more. */
export class BadFrame extends Error {}

export function writeFrame(frame: Frame, message: Uint8Array): Buffer {
  const header = Buffer.from(frame.header, 'hex');
  const length = header.length + message.length + (frame.countsItself ? frame.lengthBytes : 0);
  return Buffer.concat([writeLength(frame, length), header, message]);
}

function writeLength({ lengthBytes, lengthEncoding }: Frame, length: number): Buffer {
  if (lengthEncoding === 'ascii') {
    return Buffer.from(String(length).padStart(lengthBytes, '0'), 'latin1');
  }
  const bytes = Buffer.alloc(lengthBytes);
  bytes.writeUIntBE(length, 0, lengthBytes);
  return bytes;
}

/** Returns a function that takes a chunk and returns the messages that are complete with it. */
export function createFrameReader(frame: Frame): (chunk: Uint8Array) => Buffer[] {
  const headerBytes = frame.header.length / 2;
  let waiting = Buffer.alloc(0);
  return (chunk) => {
    waiting = Buffer.concat([waiting, chunk]);
    const messages: Buffer[] = [];
    while (waiting.length >= frame.lengthBytes) {
      const end = frame.lengthBytes + readLength(frame, waiting);
      if (waiting.length < end) break;
      // A host sends an empty frame to keep the connection open.
      const message = waiting.subarray(frame.lengthBytes + headerBytes, end);
      if (message.length > 0) messages.push(message);
      waiting = waiting.subarray(end);
    }
    return messages;
  };
}

/** The number of bytes that follow the length. */
function readLength(frame: Frame, bytes: Buffer): number {
  const { lengthBytes, lengthEncoding, countsItself } = frame;
  const announced =
    lengthEncoding === 'binary'
      ? bytes.readUIntBE(0, lengthBytes)
      : digitsOf(bytes.toString('latin1', 0, lengthBytes));
  const length = countsItself ? announced - lengthBytes : announced;
  if (length < 0 || length > MAX_FRAME_BYTES) {
    throw new BadFrame(`a frame announces ${announced} bytes`);
  }
  return length;
}

function digitsOf(text: string): number {
  if (!/^\d+$/.test(text)) throw new BadFrame('the length of a frame is no number');
  return Number(text);
}

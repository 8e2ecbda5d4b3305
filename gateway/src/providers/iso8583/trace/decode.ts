// Reads bytes of a trace: a message, or a whole frame with its length and header.

import { IsoFormatError, readMessage, type IsoMessage } from '../codec/iso-message.ts';
import type { Packager } from '../codec/packager.ts';
import { BadFrame, createFrameReader } from '../wire/frames.ts';

/** Throws `IsoFormatError` with why the bytes are no message; it contains no value of a field. */
export function decodeTrace(packager: Packager, bytes: Buffer): IsoMessage {
  try {
    return readMessage(packager, bytes);
  } catch (error) {
    if (!(error instanceof IsoFormatError)) throw error;
    const framed = messageInFrame(packager, bytes);
    if (!framed) throw error;
    return readMessage(packager, framed);
  }
}

/** Undefined: the bytes are not exactly one frame. */
function messageInFrame({ frame }: Packager, bytes: Buffer): Buffer | undefined {
  try {
    const [message, ...others] = createFrameReader(frame)(bytes);
    const size = frame.lengthBytes + frame.header.length / 2 + (message?.length ?? 0);
    return others.length === 0 && size === bytes.length ? message : undefined;
  } catch (error) {
    if (error instanceof BadFrame) return undefined;
    throw error;
  }
}

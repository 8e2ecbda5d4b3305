// Reads a logo as the operator sends it, a data URL, and checks that its bytes are what they claim
// to be: a still picture in PNG, JPEG or WebP of a limited size. SVG is refused, since it may
// contain script.

export const MAX_PICTURE_BYTES = 40 * 1024;
export const MAX_PICTURE_SIDE = 1024;
/** The length of a data URL with this many bytes in base64. */
export const MAX_PICTURE_TEXT = 64 + Math.ceil(MAX_PICTURE_BYTES / 3) * 4;

export interface Picture {
  readonly mediaType: string;
  readonly bytes: Buffer;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of the picture, or a text that says what is wrong with it. */
type Read = (bytes: Buffer) => Size | string;

const FORM = /^data:(image\/(?:png|jpeg|webp));base64,([A-Za-z0-9+/]+={0,2})$/;
const NOT_A_PICTURE = 'must be a data URL of a PNG, JPEG or WebP picture in base64';
const DAMAGED = 'must be a complete picture of the type that it names';
const MOVING = 'must be a still picture, not an animation';

const readers: Readonly<Record<string, Read>> = {
  'image/png': readPng,
  'image/jpeg': readJpeg,
  'image/webp': readWebp,
};

/** The picture, or what is wrong with it as the rest of a sentence. */
export function readPicture(text: string): Picture | string {
  const [, mediaType = '', encoded = ''] = FORM.exec(text) ?? [];
  const bytes = Buffer.from(encoded, 'base64');
  const read = readers[mediaType];
  if (!read || bytes.toString('base64') !== encoded) return NOT_A_PICTURE;
  if (bytes.length > MAX_PICTURE_BYTES) return `must have at most ${MAX_PICTURE_BYTES} bytes`;
  const size = readSafely(read, bytes);
  if (typeof size === 'string') return size;
  const isFitting = [size.width, size.height].every(
    (side) => side >= 1 && side <= MAX_PICTURE_SIDE,
  );
  if (!isFitting) return `must be at most ${MAX_PICTURE_SIDE} pixels wide and high`;
  return { mediaType, bytes };
}

/** Reading behind the end of the bytes throws a RangeError. */
function readSafely(read: Read, bytes: Buffer): Size | string {
  try {
    return read(bytes);
  } catch (error) {
    if (error instanceof RangeError) return DAMAGED;
    throw error;
  }
}

const PNG_MARK = Buffer.from('89504e470d0a1a0a', 'hex');

/** Chunks of length, name, data and checksum: IHDR first, IEND last. */
function readPng(bytes: Buffer): Size | string {
  if (!bytes.subarray(0, 8).equals(PNG_MARK) || nameAt(bytes, 12) !== 'IHDR') return DAMAGED;
  let at = 8;
  let name = '';
  while (at < bytes.length) {
    name = nameAt(bytes, at + 4);
    if (name === 'acTL') return MOVING;
    at += 12 + bytes.readUInt32BE(at);
    if (name === 'IEND') break;
  }
  if (name !== 'IEND' || at !== bytes.length) return DAMAGED;
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

/** Start of frame: every marker of the range except those with another meaning. */
const isFrame = (marker: number): boolean =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Segments of marker and length up to the frame header, which contains the size. */
function readJpeg(bytes: Buffer): Size | string {
  const end = bytes.length - 2;
  if (bytes.readUInt16BE(0) !== 0xffd8 || bytes.readUInt16BE(end) !== 0xffd9) return DAMAGED;
  let at = 2;
  while (at < end) {
    if (bytes.readUInt8(at) !== 0xff) return DAMAGED;
    const marker = bytes.readUInt8(at + 1);
    if (isFrame(marker)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    const length = bytes.readUInt16BE(at + 2);
    if (marker === 0xda || length < 2) return DAMAGED;
    at += 2 + length;
  }
  return DAMAGED;
}

const ANIMATED = 0x02;

/** A RIFF file whose first chunk is lossy (VP8), lossless (VP8L) or extended (VP8X). */
function readWebp(bytes: Buffer): Size | string {
  const isComplete = nameAt(bytes, 0) === 'RIFF' && bytes.readUInt32LE(4) === bytes.length - 8;
  if (!isComplete || nameAt(bytes, 8) !== 'WEBP') return DAMAGED;
  switch (nameAt(bytes, 12)) {
    case 'VP8 ': {
      if (bytes.readUIntBE(23, 3) !== 0x9d012a) return DAMAGED;
      const side = (at: number): number => bytes.readUInt16LE(at) & 0x3fff;
      return { width: side(26), height: side(28) };
    }
    case 'VP8L': {
      if (bytes.readUInt8(20) !== 0x2f) return DAMAGED;
      const sides = bytes.readUInt32LE(21);
      return { width: (sides & 0x3fff) + 1, height: ((sides >>> 14) & 0x3fff) + 1 };
    }
    case 'VP8X': {
      if ((bytes.readUInt8(20) & ANIMATED) !== 0) return MOVING;
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    }
    default:
      return DAMAGED;
  }
}

/** The name of a chunk, four characters. */
function nameAt(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at, at + 4);
}

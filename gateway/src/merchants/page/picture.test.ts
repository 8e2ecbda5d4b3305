// Tests of logos: complete still pictures of three types up to the limits, and nothing that only
// claims to be one.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  MAX_PICTURE_BYTES,
  MAX_PICTURE_SIDE,
  MAX_PICTURE_TEXT,
  readPicture,
  type Picture,
} from './picture.ts';
import { pictures } from './testing/pictures.ts';

const bytesOf = (url: string): Buffer => Buffer.from(url.split(',')[1] ?? '', 'base64');
const urlOf = (mediaType: string, bytes: Buffer): string =>
  `data:${mediaType};base64,${bytes.toString('base64')}`;

const png = bytesOf(pictures.png);
const jpeg = bytesOf(pictures.jpeg);

/** The picture with this change of its bytes. */
function changed(picture: Buffer, change: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.from(picture);
  change(bytes);
  return bytes;
}

function pngChunk(name: string, length: number): Buffer {
  const chunk = Buffer.alloc(12 + length);
  chunk.writeUInt32BE(length, 0);
  chunk.write(name, 4, 'latin1');
  return chunk;
}

/** A chunk before IEND, which is the last 12 bytes. */
const withChunk = (chunk: Buffer): Buffer =>
  Buffer.concat([png.subarray(0, -12), chunk, png.subarray(-12)]);

test('reads pictures of all types', () => {
  for (const [name, url] of Object.entries(pictures)) {
    const read = readPicture(url) as Picture;
    assert.equal(read.mediaType, url.slice(5, url.indexOf(';')), name);
    assert.ok(read.bytes.equals(bytesOf(url)), name);
  }
});

test('the limits of size are exact', () => {
  const filled = (total: number): Buffer => withChunk(pngChunk('teXt', total - png.length - 12));
  const largest = urlOf('image/png', filled(MAX_PICTURE_BYTES));
  assert.equal(typeof readPicture(largest), 'object');
  assert.ok(largest.length <= MAX_PICTURE_TEXT, 'it fits into the request');
  const larger = readPicture(urlOf('image/png', filled(MAX_PICTURE_BYTES + 1)));
  assert.equal(larger, 'must have at most 40960 bytes');
  const sides: [Buffer, (bytes: Buffer, width: number, height: number) => void, string][] = [
    [png, (b, w, h) => (b.writeUInt32BE(w, 16), b.writeUInt32BE(h, 20)), 'image/png'],
    [
      jpeg,
      (b, w, h) => {
        const at = b.indexOf(Buffer.from([0xff, 0xc0]));
        b.writeUInt16BE(h, at + 5);
        b.writeUInt16BE(w, at + 7);
      },
      'image/jpeg',
    ],
    [
      bytesOf(pictures.lossyWebp),
      (b, w, h) => (b.writeUInt16LE(w, 26), b.writeUInt16LE(h, 28)),
      'image/webp',
    ],
    [
      bytesOf(pictures.losslessWebp),
      (b, w, h) => b.writeUInt32LE((w - 1) | ((h - 1) << 14), 21),
      'image/webp',
    ],
    [
      bytesOf(pictures.transparentWebp),
      (b, w, h) => (b.writeUIntLE(w - 1, 24, 3), b.writeUIntLE(h - 1, 27, 3)),
      'image/webp',
    ],
  ];
  for (const [picture, resize, type] of sides) {
    const read = (width: number, height: number) =>
      readPicture(
        urlOf(
          type,
          changed(picture, (bytes) => resize(bytes, width, height)),
        ),
      );
    assert.equal(typeof read(MAX_PICTURE_SIDE, MAX_PICTURE_SIDE), 'object', type);
    const tooLarge = 'must be at most 1024 pixels wide and high';
    assert.equal(read(MAX_PICTURE_SIDE + 1, 1), tooLarge, type);
    assert.equal(read(1, MAX_PICTURE_SIDE + 1), tooLarge, type);
  }
  const empty = changed(png, (bytes) => bytes.writeUInt32BE(0, 16));
  assert.equal(readPicture(urlOf('image/png', empty)), 'must be at most 1024 pixels wide and high');
});

test('refuses what is not a data URL of a picture', () => {
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
  const texts = [
    'https://shop.example/logo.png',
    '/pay/logo/10000001/00000000000000000000000000000000',
    `data:image/svg+xml;base64,${svg}`,
    `data:text/html;base64,${svg}`,
    `data:image/png;charset=utf-8;base64,${png.toString('base64')}`,
    `data:image/png,${png.toString('latin1')}`,
    `data:image/png;base64,${png.toString('base64url')}=`,
    `data:image/png;base64,${png.toString('base64')}\n`,
    ` ${pictures.png}`,
    'data:image/png;base64,',
    'data:image/png;base64,iVBORw0KGgo',
  ];
  for (const text of texts) {
    const problem = 'must be a data URL of a PNG, JPEG or WebP picture in base64';
    assert.equal(readPicture(text), problem, text);
  }
});

test('refuses bytes that are not the named type, or not complete', () => {
  const script = Buffer.from('<script>alert(1)</script>');
  for (const [name, url] of Object.entries(pictures)) {
    const bytes = bytesOf(url);
    const type = url.slice(5, url.indexOf(';'));
    const bad = {
      'of another type': [type === 'image/png' ? 'image/jpeg' : 'image/png', bytes],
      'with script behind it': [type, Buffer.concat([bytes, script])],
      'with script before it': [type, Buffer.concat([script, bytes])],
      'only the beginning': [type, bytes.subarray(0, 12)],
      'without its end': [type, bytes.subarray(0, -1)],
      'one byte': [type, bytes.subarray(0, 1)],
    } as const;
    for (const [how, [claimed, content]] of Object.entries(bad)) {
      const problem = readPicture(urlOf(claimed, content));
      assert.equal(
        problem,
        'must be a complete picture of the type that it names',
        `${name} ${how}`,
      );
    }
  }
  const endless = changed(png, (bytes) => bytes.writeUInt32BE(0xffffffff, 33));
  assert.equal(typeof readPicture(urlOf('image/png', endless)), 'string');
  const stuck = changed(jpeg, (bytes) => bytes.writeUInt16BE(0, 4));
  assert.equal(typeof readPicture(urlOf('image/jpeg', stuck)), 'string');
});

test('refuses animations', () => {
  const moving = 'must be a still picture, not an animation';
  assert.equal(readPicture(urlOf('image/png', withChunk(pngChunk('acTL', 8)))), moving);
  const webp = changed(bytesOf(pictures.transparentWebp), (bytes) => bytes.writeUInt8(0x12, 20));
  assert.equal(readPicture(urlOf('image/webp', webp)), moving);
});

// Tests of frames on a connection: every cut of the stream, every kind of length, and lengths that
// are not possible.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Frame } from '../codec/packager.ts';
import { BadFrame, createFrameReader, MAX_FRAME_BYTES, writeFrame } from './frames.ts';

const plain: Frame = { lengthBytes: 2, lengthEncoding: 'binary', countsItself: false, header: '' };
const frames: [frame: Frame, hex: string][] = [
  [plain, '0003616263'],
  [{ ...plain, lengthBytes: 4 }, '00000003616263'],
  [{ ...plain, countsItself: true }, '0005616263'],
  [{ ...plain, header: '6000010000' }, '00086000010000616263'],
  [{ ...plain, lengthBytes: 4, lengthEncoding: 'ascii' }, '30303033616263'],
  [
    { ...plain, lengthBytes: 4, lengthEncoding: 'ascii', countsItself: true, header: '4953' },
    '303030394953616263',
  ],
];

for (const [frame, hex] of frames) {
  test(`${JSON.stringify(frame)} is written and read, wherever the stream is cut`, () => {
    const written = writeFrame(frame, Buffer.from('abc'));
    assert.equal(written.toString('hex'), hex);
    const stream = Buffer.concat([written, written]);
    for (let cut = 0; cut <= stream.length; cut += 1) {
      const read = createFrameReader(frame);
      const messages = [...read(stream.subarray(0, cut)), ...read(stream.subarray(cut))];
      assert.deepEqual(messages.map(String), ['abc', 'abc'], String(cut));
    }
  });
}

test('an empty frame only keeps the connection open', () => {
  const read = createFrameReader(plain);
  assert.deepEqual(read(Buffer.from('00000001610000', 'hex')).map(String), ['a']);
});

test('a length that is not possible ends the stream', () => {
  const wide: Frame = { ...plain, lengthBytes: 4 };
  const largest = Buffer.alloc(4 + MAX_FRAME_BYTES, 0x61);
  largest.writeUInt32BE(MAX_FRAME_BYTES);
  assert.equal(createFrameReader(wide)(largest).length, 1);
  largest.writeUInt32BE(MAX_FRAME_BYTES + 1);
  assert.throws(() => createFrameReader(wide)(largest.subarray(0, 4)), BadFrame);
  const itself: Frame = { ...plain, countsItself: true };
  assert.throws(() => createFrameReader(itself)(Buffer.from([0, 1])), BadFrame);
  const text: Frame = { ...plain, lengthBytes: 4, lengthEncoding: 'ascii' };
  for (const length of ['-001', '1e03', '  12']) {
    assert.throws(() => createFrameReader(text)(Buffer.from(length)), BadFrame);
  }
});

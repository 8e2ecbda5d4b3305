// Tests of message authentication codes: the published example, the field and the encoding of the
// code, and messages that were changed in any byte.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { secret } from '../../../core/secret.ts';
import { createCodec, retailMac } from './codec.ts';
import { IsoFormatError, readMessage, type IsoMessage } from './iso-message.ts';
import { createPackager } from './packager.ts';

const key = secret('0123456789ABCDEFFEDCBA9876543210');
const echo: IsoMessage = {
  type: '0800',
  fields: new Map([
    [11, '000001'],
    [70, '301'],
  ]),
};
const short: IsoMessage = { type: '0100', fields: new Map([[11, '000001']]) };

test('the example of ISO 9797-1, annex A', () => {
  assert.equal(retailMac(key, Buffer.from('Now is the time for all ')), 'A1C72E74EA3FA9B6');
  assert.equal(retailMac(key, Buffer.from('Now is the time for it')), '2E2B1428CC78254F');
});

for (const bytes of ['raw', 'hex-ascii', 'hex-ebcdic'] as const) {
  const packager = createPackager({ version: '1987', encodings: { bytes } });
  const codec = createCodec(packager, key);

  test(`a code in ${bytes} is the last field, and is not part of what is read`, () => {
    for (const [message, field] of [
      [echo, 128],
      [short, 64],
    ] as const) {
      const written = codec.write(message);
      assert.deepEqual([...readMessage(packager, written).fields.keys()].at(-1), field);
      assert.deepEqual(codec.read(written), message);
    }
  });

  test(`a message with a code in ${bytes} that was changed is refused`, () => {
    const written = codec.write(echo);
    for (let at = 0; at < written.length; at += 1) {
      const changed = Buffer.from(written);
      changed[at] = (changed[at] as number) ^ 1;
      assert.throws(() => codec.read(changed), IsoFormatError, String(at));
    }
  });
}

test('a message without a code, or with that of another key, is refused', () => {
  const packager = createPackager({ version: '1987' });
  const codec = createCodec(packager, key);
  const others = [null, secret('0123456789ABCDEFFEDCBA9876543254')];
  for (const other of others) {
    const written = createCodec(packager, other);
    for (const message of [echo, short]) {
      assert.throws(() => codec.read(written.write(message)), /field (64|128) is wrong/);
    }
  }
});

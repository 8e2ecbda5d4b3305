// Tests of which addresses the limits count as one client.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressKey } from './address.ts';

const rows: [address: string | undefined, key: string][] = [
  ['127.0.0.1', '127.0.0.1'],
  ['::ffff:127.0.0.1', '127.0.0.1'],
  ['::FFFF:10.1.2.3', '10.1.2.3'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:0DB8:0000:0000:ffff::9', '2001:db8:0:0'],
  ['2001:db8:0:1::1', '2001:db8:0:1'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['64:ff9b::192.0.2.33', '64:ff9b:0:0'],
  ['192.0.2.1:4711', '192.0.2.1'],
  ['[2001:db8::1]:443', '2001:db8:0:0'],
  ['[2001:db8::1]', '2001:db8:0:0'],
  ['[::ffff:192.0.2.1]:80', '192.0.2.1'],
  ['192.0.2.1:', 'unknown'],
  ['[192.0.2', 'unknown'],
  ['not an address', 'unknown'],
  [`1.1.1.1${'x'.repeat(16_000)}`, 'unknown'],
  ['', 'unknown'],
  [undefined, 'unknown'],
];

for (const [address, key] of rows) {
  test(`${String(address).slice(0, 40)} counts as ${key}`, () => {
    assert.equal(addressKey(address), key);
  });
}

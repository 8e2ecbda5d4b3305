// Tests of which addresses are public: the first and last address of every refused range, and their
// neighbours.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicAddress } from './public-address.ts';

// First and last address of a range that is not public; the addresses before and after it are
// public unless they are in parentheses.
const ipv4 = `
  (0.0.0.0)         0.0.0.0         0.255.255.255   1.0.0.0
  9.255.255.255     10.0.0.0        10.255.255.255  11.0.0.0
  100.63.255.255    100.64.0.0      100.127.255.255 100.128.0.0
  126.255.255.255   127.0.0.0       127.255.255.255 128.0.0.0
  168.63.129.15     168.63.129.16   168.63.129.16   168.63.129.17
  169.253.255.255   169.254.0.0     169.254.255.255 169.255.0.0
  172.15.255.255    172.16.0.0      172.31.255.255  172.32.0.0
  191.255.255.255   192.0.0.0       192.0.0.255     192.0.1.0
  192.0.1.255       192.0.2.0       192.0.2.255     192.0.3.0
  192.31.195.255    192.31.196.0    192.31.196.255  192.31.197.0
  192.52.192.255    192.52.193.0    192.52.193.255  192.52.194.0
  192.88.98.255     192.88.99.0     192.88.99.255   192.88.100.0
  192.167.255.255   192.168.0.0     192.168.255.255 192.169.0.0
  192.175.47.255    192.175.48.0    192.175.48.255  192.175.49.0
  198.17.255.255    198.18.0.0      198.19.255.255  198.20.0.0
  198.51.99.255     198.51.100.0    198.51.100.255  198.51.101.0
  203.0.112.255     203.0.113.0     203.0.113.255   203.0.114.0
  223.255.255.255   224.0.0.0       239.255.255.255 (240.0.0.0)
  (239.255.255.255) 240.0.0.0       255.255.255.255 (0.0.0.0)
`;
const ipv6 = `
  (1fff:ffff::)     ::              1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 2000::
  2000:ffff::       2001::          2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff  2001:200::
  2001:db7:ffff::   2001:db8::      2001:db8:ffff:ffff:ffff:ffff:ffff:ffff  2001:db9::
  2001:ffff::       2002::          2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff 2003::
  2620:4f:7fff::    2620:4f:8000::  2620:4f:8000:ffff:ffff:ffff:ffff:ffff   2620:4f:8001::
  3ffe:ffff::       3fff::          3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff  3fff:1000::
  3fff:ffff::       4000::          ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff (::)
`;
for (const line of `${ipv4.trim()}\n${ipv6.trim()}`.split('\n')) {
  const [before = '', first = '', last = '', next = ''] = line.trim().split(/ +/);
  test(`${first} to ${last} are not public`, () => {
    assert.deepEqual([first, last].map(isPublicAddress), [false, false]);
    for (const neighbour of [before, next]) {
      const isPublic = !neighbour.startsWith('(');
      assert.equal(isPublicAddress(neighbour.replace(/[()]/g, '')), isPublic, neighbour);
    }
  });
}

// IPv4 in IPv6 and special IPv6 addresses, around a public IPv4 address where there is one.
const wrapped = [
  '::1',
  '::ffff:8.8.8.8',
  '::ffff:127.0.0.1',
  '::8.8.8.8',
  '::ffff:0:8.8.8.8',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::8.8.8.8',
  '2002:808:808::',
  '2001:0:808:808::',
  '100::1',
  '5f00::1',
  'fe80::1',
  'fe80::1%eth0',
  'fec0::1',
  'fc00::1',
  'fd00:ec2::254',
  'ff02::1',
];
for (const address of wrapped) {
  test(`${address} is not public`, () => assert.equal(isPublicAddress(address), false));
}

test('anything else is not public', () => {
  for (const text of ['', 'shop.example', '08.8.8.8', '8.8.8', '134744072', '[2606:4700::1]']) {
    assert.equal(isPublicAddress(text), false, text);
  }
  for (const text of ['8.8.8.8', '2606:4700::1111', '2A00:1450:4001::']) {
    assert.equal(isPublicAddress(text), true, text);
  }
});

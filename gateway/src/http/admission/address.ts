// The key under which limits count a client: its IPv4 address, or the /64 network of its IPv6
// address, because one client usually owns all addresses of such a network.

import { isIP } from 'node:net';

const GROUPS = 8;
const NETWORK_GROUPS = 4;

/** All invalid addresses share one key, so that a client cannot create keys without limit. */
export function addressKey(address: string | undefined): string {
  const plain = stripPort(address ?? '')
    .replace(/%.*$/, '')
    .toLowerCase();
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(plain)?.[1] ?? plain;
  switch (isIP(mapped)) {
    case 4:
      return mapped;
    case 6:
      return network(mapped);
    default:
      return 'unknown';
  }
}

/** Some proxies add the port of the client: `192.0.2.1:4711`, `[2001:db8::1]:4711`. */
function stripPort(address: string): string {
  const [, v4, v6] = /^(?:(\d+\.\d+\.\d+\.\d+):\d+|\[([^\]]*)\](?::\d+)?)$/.exec(address) ?? [];
  return v4 ?? v6 ?? address;
}

/** `2001:db8::1` as `2001:db8:0:0`. */
function network(address: string): string {
  const [head = '', tail] = address.split('::');
  const before = parseGroups(head);
  const after = parseGroups(tail ?? '');
  const missing = tail === undefined ? 0 : GROUPS - before.length - after.length;
  const groups = [...before, ...Array<number>(missing).fill(0), ...after];
  return groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => group.toString(16))
    .join(':');
}

/** An IPv4 address at the end counts as two groups, which are never part of the network. */
function parseGroups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((part) => (part.includes('.') ? [0, 0] : [parseInt(part, 16)]));
}

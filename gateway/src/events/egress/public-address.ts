// Which IP addresses are public. Everything else (private, loopback, link-local, reserved, ways to
// wrap IPv4 in IPv6) is refused as a receiver in production.

import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** IPv4 addresses that are not public hosts, mostly from the IANA special-purpose registry. */
const notPublicIpv4 = ranges('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // The platform endpoint of Azure virtual machines.
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

/** All public IPv6 hosts are here, so IPv4-mapped, NAT64, link-local and ULA addresses are not. */
const globalIpv6 = ranges('ipv6', ['2000::/3']);

/** Protocol assignments with Teredo, documentation, 6to4, AS112, documentation. */
const notPublicIpv6 = ranges('ipv6', [
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
]);

/** Whether a host on the public internet may have this address; false for anything else. */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !notPublicIpv4.check(address, 'ipv4');
  if (!isIPv6(address)) return false;
  return globalIpv6.check(address, 'ipv6') && !notPublicIpv6.check(address, 'ipv6');
}

function ranges(family: 'ipv4' | 'ipv6', list: readonly string[]): BlockList {
  const blocked = new BlockList();
  for (const range of list) {
    const [start = '', bits] = range.split('/');
    blocked.addSubnet(start, Number(bits), family);
  }
  return blocked;
}

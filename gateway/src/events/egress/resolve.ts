// Resolves the names of receivers. Production asks the name servers directly, without the thread
// pool, so that names that are slow to resolve delay nobody else. The sandbox resolves names as all
// programs on its machine do, with the hosts file.

import { lookup, Resolver } from 'node:dns/promises';
import { isLocalName } from './target.ts';

/** All addresses of a name. Rejects, or returns none, if there are none. */
export type Resolve = (host: string) => Promise<readonly string[]>;

const DNS_TIMEOUT_MS = 2000;
const DNS_TRIES = 2;

export function createResolve(asksNameServers: boolean): Resolve {
  const find = asksNameServers ? askNameServers() : askSystem;
  return (host) => {
    if (isLocalName(host)) return Promise.resolve(['127.0.0.1', '::1']);
    // Never exists (RFC 6761); some name servers answer with an address anyway.
    if (host === 'invalid' || host.endsWith('.invalid')) return Promise.resolve([]);
    return find(host);
  };
}

async function askSystem(host: string): Promise<readonly string[]> {
  return (await lookup(host, { all: true })).map(({ address }) => address);
}

function askNameServers(): Resolve {
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  return async (host) => {
    const [ipv4, ipv6] = await Promise.allSettled([
      resolver.resolve4(host),
      resolver.resolve6(host),
    ]);
    const addresses = [ipv4, ipv6].flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
    if (addresses.length === 0 && ipv4.status === 'rejected') throw ipv4.reason;
    return addresses;
  };
}

// Checks the URL of a receiver before a name is resolved: scheme, credentials, port, and addresses
// that are written in the URL in any notation. The same check runs when the URL is set.

import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.ts';

export interface TargetRules {
  /** Whether private and loopback addresses may be called: in the sandbox only. */
  readonly allowsPrivate: boolean;
  /** Also limits the ports: 443, and those that no system service uses. */
  readonly requiresHttps: boolean;
}

export function targetRules(isProduction: boolean): TargetRules {
  return { allowsPrivate: !isProduction, requiresHttps: isProduction };
}

interface Target {
  readonly origin: string;
  /** The path with the query. */
  readonly path: string;
}

/** URL also reads addresses without the slashes, and backslashes as slashes. */
const SCHEME = /^https?:\/\//i;
const HTTPS_PORT = 443;
const FIRST_USER_PORT = 1024;

/** What to call, or why it is not called: a phrase that continues "The URL …". */
export function readTarget(text: string, rules: TargetRules): Target | string {
  const url = SCHEME.test(text) ? URL.parse(text) : null;
  if (!url) return 'must be an http:// or https:// URL';
  if (text.includes('\\')) return 'must not contain a backslash';
  const problem = urlProblem(url, rules);
  return problem ?? { origin: url.origin, path: url.pathname + url.search };
}

/** Why a receiver cannot have this URL, as far as that is known without resolving its name. */
export function targetProblem(text: string, rules: TargetRules): string | undefined {
  const target = readTarget(text, rules);
  return typeof target === 'string' ? target : undefined;
}

function urlProblem(url: URL, rules: TargetRules): string | undefined {
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (rules.requiresHttps) {
    if (url.protocol !== 'https:') return 'must be an https:// URL in production';
    const port = url.port === '' ? HTTPS_PORT : Number(url.port);
    if (port !== HTTPS_PORT && port < FIRST_USER_PORT) {
      return 'must use port 443 or a port from 1024 in production';
    }
  }
  if (!rules.allowsPrivate && !mayBePublic(url.hostname)) {
    return 'must have a public address in production';
  }
  return undefined;
}

/** URL has already written IPv4 addresses in the dotted form, whatever their notation was. */
function mayBePublic(hostname: string): boolean {
  const host = bareHost(hostname);
  if (isIP(host) !== 0) return isPublicAddress(host);
  return !isLocalName(host);
}

/** Without the brackets of an IPv6 address and without the dot at the end of a full name. */
export function bareHost(hostname: string): string {
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
}

/** Names that always mean this machine (RFC 6761). */
export function isLocalName(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost');
}

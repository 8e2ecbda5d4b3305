// Which URLs simulated parties may call. Anyone who can reach the sandbox can send it messages that
// name a URL for the result. It must belong to a gateway; otherwise the sandbox could be used to
// call any server (SSRF).

import type { PartyContext } from './party.ts';

type MayCall = PartyContext['mayCall'];

/**
 * Allows the gateway around this sandbox, and the directory server that its operator has
 * configured: results pass through it as requests do.
 */
export function allowOwnGateway(publicUrl: () => string, directoryUrl: string | null): MayCall {
  const directory = directoryUrl === null ? null : URL.parse(directoryUrl);
  return ({ origin, pathname }, path) =>
    origin === directory?.origin ||
    (origin === new URL(publicUrl()).origin && pathname.endsWith(path));
}

/** Allows gateways on this machine and those with a listed origin. */
export function allowKnownGateways(origins: readonly string[]): MayCall {
  return ({ protocol, hostname, origin, pathname }, path) => {
    const isWeb = protocol === 'http:' || protocol === 'https:';
    const isNear = isWeb && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname);
    return (isNear || origins.includes(origin)) && pathname.endsWith(path);
  };
}

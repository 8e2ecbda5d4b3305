// Where the reader has opened the sandbox: the guard has checked that the host is the public one or
// this machine.

import { pathOf } from './links.ts';

/** The origin with the path before the sandbox, such as http://localhost:8080. */
export function originOf(host: string | undefined, publicUrl: string): string {
  const own = new URL(publicUrl);
  const origin = host === undefined || host === own.host ? own.origin : `http://${host}`;
  return `${origin}${pathOf(publicUrl)}`;
}

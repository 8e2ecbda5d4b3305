// The SDK's device data, encrypted so that only the directory server can read it.
import { emvKey, ephemeralPair } from './key-agreement.ts';
import { encryptJwe, type Enc } from './jwe.ts';

export interface DirectoryServerKey {
  readonly x: string;
  readonly y: string;
  readonly kid?: string;
}

/** A fictitious phone: version, data, unreadable values, security warnings. */
export const someDevice = {
  DV: '1.7',
  DD: { C001: 'Android', C002: 'Pixel 9', C003: 'Android 16', C005: 'pl_PL', C008: '1080x2424' },
  DPNA: { C010: 'RE03', C011: 'RE03' },
  SW: ['SW04'],
};

export function encryptDeviceData(
  data: object,
  serverKey: DirectoryServerKey,
  serverId: string,
  enc: Enc,
): string {
  const pair = ephemeralPair();
  const key = emvKey(pair.agree(serverKey), serverId);
  const kid = serverKey.kid === undefined ? {} : { kid: serverKey.kid };
  const header = { alg: 'ECDH-ES', enc, epk: pair.publicJwk, ...kid };
  return encryptJwe(header, enc === 'A128GCM' ? key.subarray(0, 16) : key, data);
}

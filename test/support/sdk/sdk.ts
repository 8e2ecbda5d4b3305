// A 3DS SDK as an app embeds it, with its own cryptography: one object is one transaction, from the
// parameters of the payment request to the last CRes of the challenge.
import { randomUUID } from 'node:crypto';
import { openChallenge, postByFetch, type Post, type SdkChallenge } from './challenge.ts';
import { encryptDeviceData, someDevice, type DirectoryServerKey } from './device-data.ts';
import { emvKey, ephemeralPair } from './key-agreement.ts';
import type { Enc } from './jwe.ts';
import { SdkError } from './sdk-error.ts';
import { readSignedContent } from './signed-content.ts';

export interface SdkOptions {
  readonly referenceNumber: string;
  /** As returned by `GET directory/keys` of the sandbox. */
  readonly directoryKeys: {
    readonly caCertificatePem: string;
    readonly encryptionJwk: DirectoryServerKey;
  };
  readonly messageVersion: string;
  /** The id of the card's directory server; by default Visa's. */
  readonly directoryServerId?: string;
  readonly enc?: Enc;
  readonly deviceData?: object;
  /** The phone's clock, which the sandbox clock does not affect. */
  readonly now?: () => number;
  readonly post?: Post;
}

/** The `device.sdk` object of a payment request. */
export interface AuthenticationParameters {
  readonly transId: string;
  readonly appId: string;
  readonly refNumber: string;
  /** A JWK as JSON text. */
  readonly ephemPubKey: string;
  readonly encData: string;
  /** In minutes. */
  readonly maxTimeout: number;
}

export interface Sdk {
  /** The same on every call. */
  authenticationParameters(): AuthenticationParameters;
  /** Throws SdkError if the ACS cannot be trusted. */
  beginChallenge(acsData: Readonly<Record<string, unknown>>): SdkChallenge;
}

const visa = 'A000000003';
const maxTimeout = 15;

export function createSdk(options: SdkOptions): Sdk {
  const { referenceNumber, directoryKeys, messageVersion, enc = 'A128CBC-HS256' } = options;
  const { directoryServerId = visa, deviceData = someDevice, now = Date.now } = options;
  const pair = ephemeralPair();
  const parameters: AuthenticationParameters = {
    transId: randomUUID(),
    appId: randomUUID(),
    refNumber: referenceNumber,
    ephemPubKey: JSON.stringify(pair.publicJwk),
    encData: encryptDeviceData(deviceData, directoryKeys.encryptionJwk, directoryServerId, enc),
    maxTimeout,
  };
  return {
    authenticationParameters: () => parameters,
    beginChallenge(acsData) {
      const { acsEphemPubKey, acsURL } = readSignedContent(text(acsData, 'acsSignedContent'), {
        caCertificatePem: directoryKeys.caCertificatePem,
        ownKey: pair.publicJwk,
        nowMs: now(),
      });
      const told = { acsURL, messageVersion };
      for (const [name, value] of Object.entries(told)) {
        // A value that is missing in acsData cannot differ.
        if ((acsData[name] ?? value) === value) continue;
        throw new SdkError('untrusted', `${name} of acsData differs`);
      }
      return openChallenge({
        acsURL,
        key: emvKey(pair.agree(acsEphemPubKey), referenceNumber),
        enc,
        messageVersion,
        threeDSServerTransID: text(acsData, 'tdsServerTxnId'),
        acsTransID: text(acsData, 'acsTxnId'),
        sdkTransID: parameters.transId,
        post: options.post ?? postByFetch,
      });
    },
  };
}

function text(acsData: Readonly<Record<string, unknown>>, name: string): string {
  const value = acsData[name];
  if (typeof value !== 'string') throw new SdkError('untrusted', `acsData has no ${name}`);
  return value;
}

// What the shop's page or app needs to take the customer to the issuer (`acsData` of a payment
// record): the 3DS Method to run first, or the challenge in a browser or an app.

import { Type, type Static } from 'typebox';
import { optionalText } from '../http/schema.ts';
import type { Authentication } from './authentication.ts';
import { present } from '../core/json/present.ts';
import { DEFAULT_WINDOW_SIZE } from './device.ts';
import { encodeJson } from './messages/base64url.ts';
import type { CReq } from './messages/message.ts';
import { fingerprintData } from './messages/write.ts';
import { versionFields, versionProperties } from './threeds.ts';

export const acsDataSchema = Type.Object(
  {
    tdsServerTxnId: Type.String({ description: 'threeDSServerTransID of the authentication' }),
    acsTxnId: optionalText('acsTransID; present in a challenge'),
    acsRefNumber: optionalText('Reference number of the ACS; app challenge'),
    acsSignedContent: optionalText(
      'JWS with the address and key of the ACS, for the SDK; app challenge',
    ),
    acsURL: optionalText('Where the page posts the form field `creq`; browser challenge'),
    challengeWindowSize: optionalText(
      'Size of the challenge window: 01 250×400, 02 390×400, 03 500×600, 04 600×400, 05 full page',
    ),
    messageType: optionalText('CReq when a challenge is due'),
    messageVersion: Type.String({ description: 'Protocol version of the authentication' }),
    creqPayload: optionalText('The CReq in base64url, ready to post as `creq`; browser challenge'),
    ...versionProperties,
    threeDSMethodURL: optionalText(
      'Where a hidden frame posts the form field `threeDSMethodData`; present while that is due',
    ),
    threeDSMethodData: optionalText('The form field `threeDSMethodData`, ready to post'),
  },
  { description: 'What takes the customer to the issuer for authentication' },
);

type AcsData = Static<typeof acsDataSchema>;

/** Undefined: the customer has nothing to do now. */
export function acsDataView(of: Authentication, returnUrl: string): AcsData | undefined {
  const { authenticationId, messageVersion, range } = of;
  const step = of.state === 'FINGERPRINT' ? fingerprintFields(of, returnUrl) : challengeFields(of);
  return (
    step && { tdsServerTxnId: authenticationId, messageVersion, ...step, ...versionFields(range) }
  );
}

function fingerprintFields({ authenticationId, range }: Authentication, returnUrl: string) {
  const { threeDSMethodURL } = range;
  if (threeDSMethodURL === null) return undefined;
  return { threeDSMethodURL, threeDSMethodData: fingerprintData(authenticationId, returnUrl) };
}

/** The SDK of an app builds the CReq itself and finds the URL in the signed content. */
function challengeFields(of: Authentication) {
  const { acsTransId: acsTxnId, acsReference: acsRefNumber, acsSignedContent, acsUrl: acsURL } = of;
  if (of.state !== 'CHALLENGE' || acsTxnId === null) return undefined;
  const both = { messageType: 'CReq', acsTxnId, ...present({ acsRefNumber }) };
  if (acsSignedContent !== null) return { ...both, acsSignedContent };
  if (acsURL === null) return undefined;
  const challengeWindowSize = of.challengeWindowSize ?? DEFAULT_WINDOW_SIZE;
  const creqPayload = encodeJson({
    messageType: 'CReq',
    messageVersion: of.messageVersion,
    threeDSServerTransID: of.authenticationId,
    acsTransID: acsTxnId,
    challengeWindowSize,
  } satisfies CReq);
  return { ...both, acsURL, challengeWindowSize, creqPayload };
}

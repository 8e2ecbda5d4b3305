// What the shop's page or app needs to take the customer to the issuer (`acsData` of a payment
// record): the 3DS Method to run first, or the challenge in a browser or an app.

import { Type, type Static } from 'typebox';
import type { RangeFacts } from './authentication.ts';
import { present } from '../core/json/present.ts';

const text = (description: string) => Type.Optional(Type.String({ description }));

export const acsDataSchema = Type.Object(
  {
    tdsServerTxnId: Type.String({ description: 'threeDSServerTransID of the authentication' }),
    acsTxnId: text('acsTransID; present in a challenge'),
    acsRefNumber: text('Reference number of the ACS; app challenge'),
    acsSignedContent: text('JWS with the address and key of the ACS, for the SDK; app challenge'),
    acsURL: text('Where the page posts the form field `creq`; browser challenge'),
    challengeWindowSize: text(
      'Size of the challenge window: 01 250×400, 02 390×400, 03 500×600, 04 600×400, 05 full page',
    ),
    messageType: text('CReq when a challenge is due'),
    messageVersion: Type.String({ description: 'Protocol version of the authentication' }),
    creqPayload: text('The CReq in base64url, ready to post as `creq`; browser challenge'),
    acsStartProtocol: text('Lowest protocol version of the ACS'),
    acsEndProtocol: text('Highest protocol version of the ACS'),
    dsStartProtocol: text('Lowest protocol version of the directory server'),
    dsEndProtocol: text('Highest protocol version of the directory server'),
    threeDSMethodURL: text(
      'Where a hidden frame posts the form field `threeDSMethodData`; present while that is due',
    ),
    threeDSMethodData: text('The form field `threeDSMethodData`, ready to post'),
  },
  { description: 'What takes the customer to the issuer for authentication' },
);

type AcsData = Static<typeof acsDataSchema>;

interface Step {
  readonly threeDSServerTransID: string;
  readonly messageVersion: string;
  readonly range: RangeFacts;
}

interface FingerprintStep extends Step {
  readonly kind: 'fingerprint';
  readonly threeDSMethodURL: string;
  readonly threeDSMethodData: string;
}

interface Challenge extends Step {
  readonly acsTransID: string;
  readonly acsReferenceNumber: string | null;
}

interface BrowserChallenge extends Challenge {
  readonly kind: 'browser';
  readonly acsURL: string;
  readonly challengeWindowSize: string;
  readonly creqPayload: string;
}

/** The SDK builds the CReq itself and finds the URL in the signed content. */
interface AppChallenge extends Challenge {
  readonly kind: 'app';
  readonly acsSignedContent: string;
}

export function acsDataView(input: FingerprintStep | BrowserChallenge | AppChallenge): AcsData {
  return {
    tdsServerTxnId: input.threeDSServerTransID,
    messageVersion: input.messageVersion,
    ...(input.kind === 'fingerprint' ? fingerprintFields(input) : challengeFields(input)),
    ...present({
      acsStartProtocol: input.range.acsStart,
      acsEndProtocol: input.range.acsEnd,
      dsStartProtocol: input.range.dsStart,
      dsEndProtocol: input.range.dsEnd,
    }),
  };
}

function fingerprintFields({ threeDSMethodURL, threeDSMethodData }: FingerprintStep) {
  return { threeDSMethodURL, threeDSMethodData };
}

function challengeFields(input: BrowserChallenge | AppChallenge) {
  const { kind, acsTransID: acsTxnId, acsReferenceNumber: acsRefNumber } = input;
  const both = { messageType: 'CReq', acsTxnId, ...present({ acsRefNumber }) };
  if (kind === 'app') return { ...both, acsSignedContent: input.acsSignedContent };
  const { acsURL, challengeWindowSize, creqPayload } = input;
  return { ...both, acsURL, challengeWindowSize, creqPayload };
}

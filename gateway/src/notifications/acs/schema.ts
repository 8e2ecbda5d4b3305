// Request and reply schemas of the endpoint for authentication notifications: RReq and RRes or Erro
// between servers, CRes and 3DS Method from a browser.

import { Type } from 'typebox';
import { supportedVersions } from '../../cards/protocol-version.ts';
import { oneOf } from '../../http/schema.ts';
import { statusMeanings } from '../../payments/fields/meanings.ts';

const MAX_MESSAGE_LENGTH = 32 * 1024;
const text = (description: string) =>
  Type.Optional(Type.String({ maxLength: MAX_MESSAGE_LENGTH, description }));

/** RReq fields have no type here: errors in them are answered with an Erro message. */
const ofRReq = (description: string) =>
  Type.Optional(Type.Unsafe<unknown>({ description: `RReq: ${description}` }));

export const notificationBody = Type.Object({
  cres: text('Browser: the CRes in base64url'),
  threeDSSessionData: text(
    'Browser: what the page sent along with the CReq. The payment page sends frame or page, the ' +
      'place of the challenge, and the browser returns there.',
  ),
  threeDSMethodData: text('Browser: base64url of {threeDSServerTransID}, the 3DS Method has run'),
  messageType: text('Directory server: RReq'),
  messageVersion: ofRReq(`one of ${supportedVersions.join(', ')}, as in the AReq; required`),
  messageCategory: ofRReq('01, payment, or 02, verification of a card; required'),
  threeDSServerTransID: ofRReq('UUID, our id of the transaction; required'),
  dsTransID: ofRReq('UUID, the id at the directory server; required'),
  acsTransID: ofRReq('UUID, the id at the ACS; required'),
  sdkTransID: ofRReq('UUID, the id at the SDK; required for an app'),
  transStatus: ofRReq('Y, A, N, R or U, how the challenge ended; required'),
  transStatusReason: ofRReq('two digits, why'),
  eci: ofRReq('two digits; required with Y and A'),
  authenticationValue: ofRReq('base64 of 20 bytes, the proof; required with Y and A'),
  authenticationType: ofRReq('two digits, how the customer was asked'),
  challengeCancel: ofRReq('two digits, why the challenge ended early'),
  interactionCounter: ofRReq('two digits, how often the customer tried; required'),
});

const shared = (description: string) => text(`RRes and Erro: ${description}`);
const ofErro = (description: string) => text(`Erro: ${description}`);

export const notificationReply = Type.Object({
  messageType: Type.Optional(
    oneOf(
      { RRes: 'The result was received.', Erro: 'The RReq is malformed.' },
      'Answer to the directory server.',
    ),
  ),
  messageVersion: shared('the version of the RReq'),
  threeDSServerTransID: shared('as in the RReq'),
  dsTransID: shared('as in the RReq'),
  acsTransID: shared('as in the RReq'),
  sdkTransID: shared('as in the RReq of an app'),
  resultsStatus: Type.Optional(
    oneOf({ '01': 'The result was received.' }, 'RRes: status of the result.'),
  ),
  errorCode: ofErro('201 when something required is missing, 203 when something is malformed'),
  errorComponent: Type.Optional(oneOf({ S: 'The 3DS server.' }, 'Erro: who reports the error.')),
  errorDescription: ofErro('the code as a sentence'),
  errorDetail: ofErro('names of the fields at fault'),
  errorMessageType: ofErro('RReq'),
  paymentId: text('Browser: the payment'),
  status: Type.Optional(oneOf(statusMeanings, 'Browser: status of the payment at this moment.')),
  redirectURL: text('Browser: where the customer goes now'),
});

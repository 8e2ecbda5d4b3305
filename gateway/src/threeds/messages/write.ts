// Builds the messages besides the AReq: the request for card ranges, the receipt of a result, the
// error message, and the data that the browser posts to the ACS.

import { VERSION_FORM, type ProtocolVersion } from '../../cards/protocol-version.ts';
import { encodeJson } from './base64url.ts';
import type { Erro, RReq, RRes, WithoutServerIds } from './message.ts';
import type { PReq } from '../ranges/range-message.ts';
import { present } from '../../core/json/present.ts';
import { fieldsOf, textOf, uuidOf } from './fields.ts';

/** Later versions list ranges in another format; every server supports this one. */
const RANGES_VERSION: ProtocolVersion = '2.2.0';

/** Requests everything, or the changes since the serial number of an earlier answer. */
export function buildPReq(
  threeDSServerTransID: string,
  serialNum?: string,
): WithoutServerIds<PReq> {
  return {
    messageType: 'PReq',
    messageVersion: RANGES_VERSION,
    threeDSServerTransID,
    ...present({ serialNum }),
  };
}

export function buildRRes(rreq: RReq): RRes {
  const { messageVersion, threeDSServerTransID, dsTransID, acsTransID, sdkTransID } = rreq;
  return {
    messageType: 'RRes',
    messageVersion,
    threeDSServerTransID,
    dsTransID,
    acsTransID,
    ...present({ sdkTransID }),
    resultsStatus: '01',
  };
}

const descriptions: Readonly<Record<string, string>> = {
  '101': 'Message is not of a type that is expected here',
  '201': 'A required data element is missing',
  '203': 'A data element has a wrong format or value',
};

interface ErroInput {
  readonly errorCode: string;
  /** The names of the wrong fields, never their values. */
  readonly errorDetail: string;
  /** The message that was wrong; its type, version and ids are returned where they are valid. */
  readonly about: unknown;
}

export function buildErro({ errorCode, errorDetail, about }: ErroInput): Erro {
  const fields = fieldsOf(about) ?? {};
  return {
    messageType: 'Erro',
    messageVersion: textOf(fields, 'messageVersion', VERSION_FORM) ?? RANGES_VERSION,
    errorCode,
    errorComponent: 'S',
    errorDescription: descriptions[errorCode] ?? 'Message was not accepted',
    errorDetail,
    ...present({
      errorMessageType: textOf(fields, 'messageType', /^[A-Za-z]{4}$/),
      threeDSServerTransID: uuidOf(fields, 'threeDSServerTransID'),
      dsTransID: uuidOf(fields, 'dsTransID'),
      acsTransID: uuidOf(fields, 'acsTransID'),
    }),
  };
}

/** The form field `threeDSMethodData` that the browser posts to the ACS before the AReq. */
export function fingerprintData(threeDSServerTransID: string, notificationUrl: string): string {
  return encodeJson({
    threeDSServerTransID,
    threeDSMethodNotificationURL: notificationUrl,
  });
}

// Error messages (Erro) of EMV 3-D Secure, with the description of each code. They name the field,
// never its value.

import type { Erro } from '@bramka/gateway/threeds/messages/message.ts';

const sentences = {
  '101': 'Message is not of a type that is received here',
  '102': 'Message version number not supported',
  '201': 'Required data element missing',
  '203': 'Format of one or more data elements is invalid',
  '204': 'Duplicate data element',
  '301': 'Transaction id not recognised',
  '302': 'Data decryption failure',
  '304': 'ISO code not valid',
  '305': 'Card number is not in a range that takes part',
  '307': 'Serial number not valid',
  '405': 'The access control server does not answer',
} as const;
export type ErrorCode = keyof typeof sentences;

/** The transaction ids, as far as they are known. */
export interface ErroIds {
  readonly threeDSServerTransID?: string;
  readonly dsTransID?: string;
  readonly acsTransID?: string;
  readonly sdkTransID?: string;
}

interface ErroParts {
  readonly component: Erro['errorComponent'];
  /** The type of the message that was wrong. */
  readonly messageType?: string;
  readonly messageVersion?: string;
  readonly ids?: ErroIds;
}

/** Used when the version of the message cannot be read. */
const LATEST_VERSION = '2.3.1';

export function erro(code: ErrorCode, detail: string, parts: ErroParts): Erro & ErroIds {
  const { component, messageType, messageVersion = LATEST_VERSION, ids = {} } = parts;
  return {
    messageType: 'Erro',
    messageVersion,
    errorCode: code,
    errorComponent: component,
    errorDescription: sentences[code],
    errorDetail: detail,
    ...(messageType === undefined ? {} : { errorMessageType: messageType }),
    ...ids,
  };
}

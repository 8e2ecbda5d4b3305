// An invalid message of the app flow, with the EMV error code for the Erro answer. It never quotes
// the message, which may contain what the customer typed.

/**
 * 101 wrong message type, 102 unsupported version, 201 element missing, 203 element malformed, 301
 * unknown transaction, 302 cannot be decrypted or out of sequence.
 */
export type AppErrorCode = '101' | '102' | '201' | '203' | '301' | '302';

export class BadAppMessage extends Error {
  override readonly name = 'BadAppMessage';
  readonly errorCode: AppErrorCode;
  /** The invalid element, or what failed. */
  readonly detail: string;

  constructor(errorCode: AppErrorCode, detail: string) {
    super(`${errorCode}: ${detail}`);
    this.errorCode = errorCode;
    this.detail = detail;
  }
}

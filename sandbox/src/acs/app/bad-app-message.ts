// What is wrong with a message of the app flow, under the error code of the EMV protocol that an
// Erro message carries back. It never quotes the message, which may hold what the customer typed.

/**
 * 101 not a message of this kind, 102 another protocol version, 201 an element is missing, 203 an
 * element is malformed, 301 another transaction, 302 cannot be decrypted or is not the next one.
 */
export type AppErrorCode = '101' | '102' | '201' | '203' | '301' | '302';

export class BadAppMessage extends Error {
  override readonly name = 'BadAppMessage';
  readonly errorCode: AppErrorCode;
  /** The element at fault, or a word on what failed. */
  readonly detail: string;

  constructor(errorCode: AppErrorCode, detail: string) {
    super(`${errorCode}: ${detail}`);
    this.errorCode = errorCode;
    this.detail = detail;
  }
}

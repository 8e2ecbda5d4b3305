// Why the test SDK stopped: it does not trust the content, cannot read an answer, or was refused.

export type SdkErrorKind =
  /** The signed content is not from the directory server, not for this SDK, or not valid now. */
  | 'untrusted'
  /** An answer cannot be decrypted, or is not the expected one. */
  | 'unreadable'
  /** The ACS answered with an Erro message or an error status. */
  | 'refused';

export class SdkError extends Error {
  override readonly name = 'SdkError';
  readonly kind: SdkErrorKind;
  /** The Erro message, if the ACS sent one. */
  readonly erro: Readonly<Record<string, unknown>> | undefined;
  readonly status: number | undefined;

  constructor(
    kind: SdkErrorKind,
    why: string,
    answer: { status?: number; erro?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(`${kind}: ${why}`);
    this.kind = kind;
    this.erro = answer.erro;
    this.status = answer.status;
  }
}

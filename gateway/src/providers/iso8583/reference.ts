// Our reference of an operation at a host: its message type, retrieval reference number, trace
// number and, if the issuer gave one, authorization code. Follow-ups need the type and the code of
// their authorization, and get only this text.

import type { IsoMessage } from './codec/iso-message.ts';

interface OriginalFacts {
  readonly type: string | null;
  readonly authCode: string | null;
}

/** A repeat has the reference of the first message. */
export function writeReference({ type, fields }: IsoMessage, authCode: string | null): string {
  const first = `${type.slice(0, 3)}0`;
  const parts = [first, fields.get(37) ?? '', fields.get(11) ?? ''];
  return [...parts, ...(authCode === null ? [] : [authCode])].join('-');
}

/** A reference that is not in this form says nothing. */
export function readReference(reference: string | null): OriginalFacts {
  const [, type = null, authCode = null] =
    /^(\d{4})-[0-9A-Z]{12}-\d{6}(?:-([0-9A-Za-z]{1,6}))?$/.exec(reference ?? '') ?? [];
  return { type, authCode };
}

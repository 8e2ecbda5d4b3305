// Our reference of an authorization at a host: its message type, its retrieval reference number
// and, if the issuer gave one, its authorization code. Follow-ups need all three, and get only this
// text.

interface IsoReference {
  readonly type: string | null;
  readonly authCode: string | null;
}

export function writeReference(type: string, rrn: string, authCode: string | null): string {
  return [type, rrn, ...(authCode === null ? [] : [authCode])].join('-');
}

/** A reference that is not in this form says nothing. */
export function readReference(reference: string | null): IsoReference {
  const [, type = null, authCode = null] =
    /^(\d{4})-[0-9A-Z]{12}(?:-([0-9A-Za-z ]{6}))?$/.exec(reference ?? '') ?? [];
  return { type, authCode };
}

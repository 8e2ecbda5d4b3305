// What a reject code says: a sentence for the merchant and whether to try again.

export interface RejectReason {
  readonly info: string;
  readonly retry: 'same-instrument' | 'other-instrument' | 'new-code' | 'other-method' | 'never';
}

/** Makes reasons with the same advice. */
const advise =
  (retry: RejectReason['retry']) =>
  (info: string): RejectReason => ({ info, retry });

export const sameInstrument = advise('same-instrument');
export const otherInstrument = advise('other-instrument');
/** With a new code of the same customer. */
export const newCode = advise('new-code');
export const otherMethod = advise('other-method');
export const never = advise('never');

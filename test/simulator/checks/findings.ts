// The violations that a run found, each with its invariant. The first one ends the run.

export type Invariant =
  | 'I1 money'
  | 'I2 one charge'
  | 'I3 legal states'
  | 'I4 events'
  | 'I5 idempotence'
  | 'I6 secrecy'
  | 'I9 truth'
  | 'I10 liveness'
  | 'I12 replay'
  /** No authorization claims a stronger authentication than the issuer gave. */
  | 'A1 proof'
  /** A customer whom the issuer refused, or who did not finish, pays nothing. */
  | 'A2 refusal'
  /** The record of an authentication matches what its issuer said. */
  | 'A3 forgery'
  /** One authentication at a time, and one challenge after a soft decline. */
  | 'A4 one at a time'
  /** An authenticated customer's payment continues to the acquirer. */
  | 'A5 goes on'
  /** Every balance follows from the payments, refunds, deposits and payouts. */
  | 'M1 books'
  /** Refunds are never above what was paid, and the payment says what its refunds say. */
  | 'M2 refunds'
  /** What is reserved is what refunds and cancellations in progress need. */
  | 'M3 reserved'
  /** The provider has returned what our refunds say. */
  | 'M4 returned'
  /** Each payment is settled once, when it is due, with the right amounts. */
  | 'M5 settlement'
  /** Payouts are what is owed. */
  | 'M6 payouts'
  /** Refunds of a share are never above it, and the share says what its refunds say. */
  | 'M7 shares'
  /** A split payment is settled to the payees of its shares, with the right amounts. */
  | 'M8 split'
  /** The next provider only after a certain failure at the one before, as the route says. */
  | 'F1 failover'
  /** What follows an authorization goes to its provider. */
  | 'F2 own provider'
  | 'no defects';

export interface Finding {
  readonly invariant: Invariant;
  readonly text: string;
}

export interface Findings {
  readonly list: readonly Finding[];
  readonly report: (invariant: Invariant, text: string) => void;
  /** Reports unless the condition holds; the text is built only when needed. */
  readonly expect: (holds: boolean, invariant: Invariant, text: () => string) => void;
}

export function createFindings(trace: (line: string) => void): Findings {
  const list: Finding[] = [];
  const report: Findings['report'] = (invariant, text) => {
    list.push({ invariant, text });
    trace(`VIOLATED ${invariant}: ${text}`);
  };
  return {
    list,
    report,
    expect(holds, invariant, text) {
      if (!holds) report(invariant, text());
    },
  };
}

// The invariants of payments that wait for a customer, and what a run finds.

export type WaitingInvariant =
  | 'order free while the customer may be charged'
  | 'one charge per order'
  | 'no payment stays PENDING'
  | 'a late charge is returned'
  | 'a late charge raises an alarm'
  | 'a final status stays'
  | 'a forged message changes nothing'
  | 'amounts match the charge'
  | 'no error';

export interface WaitingFinding {
  readonly invariant: WaitingInvariant;
  readonly text: string;
}

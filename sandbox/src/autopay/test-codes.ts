// The codes and amounts of Autopay's own test environment, and what the simulated BLIK operator
// calls the same results.

import type { Trigger } from '../party/trigger.ts';

/** Its amounts decide. */
const DECIDED_BY_AMOUNT = '111112';
/** With a code that is approved, the alias is removed instead of saved. */
export const DROPS_ALIAS = '111115';

/** By code: the code of the simulated operator, and what happens. */
const codes = [
  ['111111', '777111', 'APPROVED', 'Approved at once; an alias that was sent is saved.'],
  [DECIDED_BY_AMOUNT, '777112', 'APPROVED', 'Approved at once, or declined later by the amount.'],
  [DROPS_ALIAS, '777115', 'APPROVED', 'Approved at once; an alias that was sent is removed.'],
  ['111120', '100018', 'GENERAL_ERROR', 'Refused at once.'],
  ['111121', '100001', 'WRONG_TICKET', 'Refused at once.'],
  ['111122', '100002', 'TICKET_EXPIRED', 'Refused at once.'],
  ['111123', '100003', 'TICKET_USED', 'Refused at once.'],
] as const;

/** By amount in minor units: the code of the simulated operator. */
const amounts = [
  [75_631n, '200009', 'INSUFFICIENT_FUNDS'],
  [75_632n, '200011', 'ISSUER_DECLINED'],
  [75_633n, '200008', 'TIMEOUT'],
  [75_634n, '200006', 'USER_TIMEOUT'],
  [75_635n, '200007', 'AM_TIMEOUT'],
  [75_636n, '200012', 'SEC_DECLINED'],
  [75_637n, '200014', 'BAD_PIN'],
  [75_638n, '200010', 'LIMIT_EXCEEDED'],
  [75_639n, '200017', 'SYSTEM_ERROR'],
  [75_640n, '200018', 'GENERAL_ERROR'],
] as const;

export function codeAtBlik(code: string, amountMinor: bigint): string {
  const byAmount = amounts.find(([minor]) => minor === amountMinor);
  if (code === DECIDED_BY_AMOUNT && byAmount) return byAmount[1];
  return codes.find(([own]) => own === code)?.[1] ?? code;
}

/** Whether an alias that comes with the code may be saved; with a phone, the person decides. */
export function savesAlias(code: string): boolean {
  return code !== DECIDED_BY_AMOUNT && code !== DROPS_ALIAS;
}

const provider = 'autopay-blik';

export const testCodeTriggers: readonly Trigger[] = [
  ...codes.map(([value, , outcome, description]) => {
    return { kind: 'code', value, provider, outcome, description };
  }),
  ...amounts.map(([minor, , outcome]) => {
    const value = `${minor / 100n}.${minor % 100n}`;
    const description = `Declined 3 seconds later, with the code ${DECIDED_BY_AMOUNT}.`;
    return { kind: 'amount', value, provider, outcome, description };
  }),
];

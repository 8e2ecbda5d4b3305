// The trigger catalogue of the BLIK operator, as data: codes, aliases and amounts that give a
// certain result, at once or later.

import type { Trigger } from '../party/trigger.ts';

/** How a ticket is decided without a person. */
export interface Behaviour {
  readonly when: 'now' | 'later' | 'after-confirmation' | 'never';
  /** APPROVED, or the reason of the decline. */
  readonly result: string;
  /** Whether and how the request is answered. */
  readonly answer: 'prompt' | 'none' | 'lost' | 'error' | 'garbage';
}

interface BlikTrigger extends Trigger {
  readonly behaviour: Behaviour;
}

/** Reasons that concern any ticket; the index is the end of the code. */
const reasons = [
  'WRONG_TICKET',
  'TICKET_EXPIRED',
  'TICKET_USED',
  'TICKET_CANCELLED',
  'USER_DECLINED',
  'USER_TIMEOUT',
  'AM_TIMEOUT',
  'TIMEOUT',
  'INSUFFICIENT_FUNDS',
  'LIMIT_EXCEEDED',
  'ISSUER_DECLINED',
  'SEC_DECLINED',
  'TAS_DECLINED',
  'BAD_PIN',
  'MIT_NOT_ALLOWED',
  'RECURRENCY_NOT_SUPPORTED',
  'SYSTEM_ERROR',
  'GENERAL_ERROR',
] as const;

/** Reasons that concern aliases only. */
const aliasReasons = ['ALIAS_NOT_FOUND', 'ALIAS_DECLINED'] as const;

export const LATER_MS = 3_000;
const APPROVED = 'APPROVED';

/** `outcome`: how the catalogue names it; absent: as the result. */
function row(
  kind: 'code' | 'alias' | 'amount',
  value: string,
  when: Behaviour['when'],
  result: string,
  description: string,
  { answer = 'prompt', outcome = result }: { answer?: Behaviour['answer']; outcome?: string } = {},
): BlikTrigger {
  const behaviour = { when, result, answer };
  return { kind, value, provider: 'blik', outcome, description, behaviour };
}

const anyCode = row(
  'code',
  '777',
  'now',
  APPROVED,
  'Any code that starts with 777: approved at once.',
);

const declines: readonly BlikTrigger[] = reasons.flatMap((reason, index) => {
  const end = String(index + 1).padStart(2, '0');
  const later = 'Declined 3 seconds later, as if the customer or the bank had decided.';
  return [
    row('code', `1000${end}`, 'now', reason, 'Declined at once.'),
    row('code', `2000${end}`, 'later', reason, later),
  ];
});

const LATER_INQUIRY = 'a later inquiry returns the result.';
const faultRows = [
  ['900001', 'none', 'NO_ANSWER', 'Never answers; nothing is recorded.'],
  ['900002', 'lost', 'ANSWER_LOST_AFTER_APPROVAL', `sends no answer; ${LATER_INQUIRY}`],
  ['900003', 'garbage', 'GARBAGE_AFTER_APPROVAL', `sends an unreadable answer; ${LATER_INQUIRY}`],
  ['900004', 'error', 'ERROR_AFTER_APPROVAL', `answers with status 503; ${LATER_INQUIRY}`],
] as const;
const faults = faultRows.map(([code, answer, outcome, what]) => {
  const description = answer === 'none' ? what : `Approved, then ${what}`;
  return row('code', code, 'now', APPROVED, description, { answer, outcome });
});
const missed = row(
  'code',
  '900005',
  'never',
  'USER_TIMEOUT',
  'Waits for a confirmation that never comes: BLIK_USER_TIMEOUT after 60 seconds.',
);

const aliasDeclines = [...aliasReasons, ...reasons.slice(4)].flatMap((reason) => {
  const name = reason.toLowerCase().replaceAll('_', '-');
  return [
    row('alias', name, 'now', reason, 'Declined at once.'),
    row('alias', `${name}-later`, 'later', reason, 'Declined 3 seconds later.'),
  ];
});

/** Belongs to the first two phones; a payment that names one of them is approved. */
export const AMBIGUOUS_ALIAS = 'ambiguous';
const ambiguous = row(
  'alias',
  AMBIGUOUS_ALIAS,
  'now',
  APPROVED,
  'Belongs to the bank apps 1 and 2: dataRequest BLIK_APP with apps. Approved with instrument.app.',
  { outcome: 'ALIAS_NONUNIQUE' },
);

/** For codes and aliases of a phone, when the customer confirms. */
const amountRows = [
  ['05', 'ISSUER_DECLINED'],
  ['51', 'INSUFFICIENT_FUNDS'],
  ['55', 'BAD_PIN'],
  ['59', 'SEC_DECLINED'],
  ['61', 'LIMIT_EXCEEDED'],
  ['91', 'TIMEOUT'],
  ['96', 'SYSTEM_ERROR'],
] as const;
const amounts = amountRows.map(([end, reason]) =>
  row('amount', end, 'after-confirmation', reason, 'Declined when the customer confirms.'),
);

export const blikTriggers: readonly BlikTrigger[] = [
  anyCode,
  row('code', '300000', 'later', APPROVED, 'Approved 3 seconds later, without a phone.'),
  ...declines,
  ...faults,
  missed,
  row('alias', 'one-click', 'now', APPROVED, 'Approved at once.'),
  row('alias', 'one-click-later', 'later', APPROVED, 'Approved 3 seconds later.'),
  ...aliasDeclines,
  ambiguous,
  ...amounts,
];

export function behaviourOfCode(code: string): Behaviour | undefined {
  return code.startsWith('777') ? anyCode.behaviour : behaviourOf('code', code);
}

export function behaviourOfAlias(alias: string): Behaviour | undefined {
  return behaviourOf('alias', alias);
}

/** The reason with which a confirmed payment of this amount is declined. */
export function reasonOfAmount(amountMinor: bigint): string | null {
  const end = String(amountMinor).padStart(2, '0').slice(-2);
  return behaviourOf('amount', end)?.result ?? null;
}

function behaviourOf(kind: string, value: string): Behaviour | undefined {
  return blikTriggers.find((one) => one.kind === kind && one.value === value)?.behaviour;
}

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
const NAME = 'blik';

interface BlikTrigger extends Trigger {
  readonly behaviour: Behaviour;
}

const approvals: readonly BlikTrigger[] = [
  row('code', '777', APPROVED, { when: 'now' }, 'Any code that starts with 777: approved at once.'),
  row('code', '300000', APPROVED, { when: 'later' }, 'Approved 3 seconds later, without a phone.'),
];

const declines: readonly BlikTrigger[] = reasons.flatMap((reason, index) => {
  const end = String(index + 1).padStart(2, '0');
  const later = 'Declined 3 seconds later, as if the customer or the bank had decided.';
  return [
    row('code', `1000${end}`, reason, { when: 'now' }, 'Declined at once.'),
    row('code', `2000${end}`, reason, { when: 'later' }, later),
  ];
});

const faults: readonly BlikTrigger[] = [
  row(
    'code',
    '900001',
    APPROVED,
    { when: 'now', answer: 'none' },
    'Never answers; nothing is recorded.',
    'NO_ANSWER',
  ),
  row(
    'code',
    '900002',
    APPROVED,
    { when: 'now', answer: 'lost' },
    'Approved, then sends no answer; a later inquiry returns the result.',
    'ANSWER_LOST_AFTER_APPROVAL',
  ),
  row(
    'code',
    '900003',
    APPROVED,
    { when: 'now', answer: 'garbage' },
    'Approved, then sends an unreadable answer; a later inquiry returns the result.',
    'GARBAGE_AFTER_APPROVAL',
  ),
  row(
    'code',
    '900004',
    APPROVED,
    { when: 'now', answer: 'error' },
    'Approved, then answers with status 503; a later inquiry returns the result.',
    'ERROR_AFTER_APPROVAL',
  ),
  row(
    'code',
    '900005',
    'USER_TIMEOUT',
    { when: 'never' },
    'Waits for a confirmation that never comes: BLIK_USER_TIMEOUT after 60 seconds.',
  ),
];

const aliases: readonly BlikTrigger[] = [
  row('alias', 'one-click', APPROVED, { when: 'now' }, 'Approved at once.'),
  row('alias', 'one-click-later', APPROVED, { when: 'later' }, 'Approved 3 seconds later.'),
  ...[...aliasReasons, ...reasons.slice(4)].flatMap((reason) => {
    const name = reason.toLowerCase().replaceAll('_', '-');
    const later = 'Declined 3 seconds later.';
    return [
      row('alias', name, reason, { when: 'now' }, 'Declined at once.'),
      row('alias', `${name}-later`, reason, { when: 'later' }, later),
    ];
  }),
];

/** Belongs to the first two phones; a payment that names one of them is approved. */
export const AMBIGUOUS_ALIAS = 'ambiguous';
const ambiguous = row(
  'alias',
  AMBIGUOUS_ALIAS,
  APPROVED,
  { when: 'now' },
  'Belongs to the bank apps 1 and 2: dataRequest BLIK_APP with apps. Approved with instrument.app.',
  'ALIAS_NONUNIQUE',
);

/** For codes and aliases of a phone, when the customer confirms. */
const amounts: readonly BlikTrigger[] = (
  [
    ['05', 'ISSUER_DECLINED'],
    ['51', 'INSUFFICIENT_FUNDS'],
    ['55', 'BAD_PIN'],
    ['59', 'SEC_DECLINED'],
    ['61', 'LIMIT_EXCEEDED'],
    ['91', 'TIMEOUT'],
    ['96', 'SYSTEM_ERROR'],
  ] as const
).map(([end, reason]) =>
  row(
    'amount',
    end,
    reason,
    { when: 'after-confirmation' },
    'Declined when the customer confirms.',
  ),
);

const all: readonly BlikTrigger[] = [
  ...approvals,
  ...declines,
  ...faults,
  ...aliases,
  ambiguous,
  ...amounts,
];

export const blikTriggers: readonly Trigger[] = all.map(
  ({ kind, value, provider, outcome, description }) => {
    return { kind, value, provider, outcome, description };
  },
);

export function behaviourOfCode(code: string): Behaviour | undefined {
  if (code.startsWith('777')) return approvals[0]?.behaviour;
  return behaviourOf('code', code);
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
  return all.find((one) => one.kind === kind && one.value === value)?.behaviour;
}

function row(
  kind: string,
  value: string,
  result: string,
  { when, answer = 'prompt' }: Pick<Behaviour, 'when'> & Partial<Behaviour>,
  description: string,
  outcome = result,
): BlikTrigger {
  const behaviour = { when, result, answer };
  return { kind, value, provider: NAME, outcome, description, behaviour };
}

// How the simulated acquirer behaves in a call: what it records and which answer the gateway gets.

import { cardRejectCodes } from '@bramka/gateway/providers/plain/messages.ts';

/** The reject codes an issuer can give. */
export const issuerRejectCodes = [...cardRejectCodes, 'ISSUER_UNAVAILABLE'] as const;
export type IssuerRejectCode = (typeof issuerRejectCodes)[number];

/** What is recorded (null: nothing) and which answer the gateway gets. */
export interface Behaviour {
  readonly recorded: 'APPROVED' | 'DECLINED' | 'PENDING' | null;
  readonly rejectCode:
    | IssuerRejectCode
    | 'SCA_REQUIRED'
    | 'TOKEN_SUSPENDED'
    | 'TOKEN_NOT_ACTIVE'
    | null;
  readonly answer: 'prompt' | 'slow' | 'never' | 'error' | 'garbage';
}

/** The delay of a slow answer, and the time until a pending charge is decided. */
export const DELAY_MS = 3_000;

export const approval: Behaviour = { recorded: 'APPROVED', rejectCode: null, answer: 'prompt' };

export const faults = {
  SLOW: { recorded: 'APPROVED', rejectCode: null, answer: 'slow' },
  NO_ANSWER: { recorded: null, rejectCode: null, answer: 'never' },
  ANSWER_LOST_AFTER_APPROVAL: { recorded: 'APPROVED', rejectCode: null, answer: 'never' },
  ANSWER_LOST_AFTER_DECLINE: { recorded: 'DECLINED', rejectCode: 'DO_NOT_HONOR', answer: 'never' },
  ERROR_AFTER_APPROVAL: { recorded: 'APPROVED', rejectCode: null, answer: 'error' },
  GARBAGE_AFTER_APPROVAL: { recorded: 'APPROVED', rejectCode: null, answer: 'garbage' },
  PENDING_THEN_APPROVED: { recorded: 'PENDING', rejectCode: null, answer: 'prompt' },
  PENDING_THEN_DECLINED: { recorded: 'PENDING', rejectCode: 'DO_NOT_HONOR', answer: 'prompt' },
} as const satisfies Record<string, Behaviour>;
export type Fault = keyof typeof faults;

export function declined(rejectCode: NonNullable<Behaviour['rejectCode']>): Behaviour {
  return { recorded: 'DECLINED', rejectCode, answer: 'prompt' };
}

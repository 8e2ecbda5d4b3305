// What a customer may learn of a reject code. What an issuer says about a card would tell a thief
// which stolen cards work, so a CLIENT token gets one reason for all of it; merchants get the code.

import type { Caller } from '../http/caller.ts';
import { cardRejectCodes } from './plain/messages.ts';
import type { RejectCode } from './reject-codes.ts';

const aboutCard: ReadonlySet<RejectCode> = new Set(cardRejectCodes);

/** Whether the code tells something about a card that only its issuer knows. */
export function isIssuerAnswer(code: RejectCode): boolean {
  return aboutCard.has(code) || code === 'SCA_FAILED' || code === 'SCA_REJECTED';
}

/** A payment or tokenization with the reject code that this caller may learn. */
export function seenBy<Of extends { readonly rejectCode: RejectCode | null }>(
  caller: Caller,
  of: Of,
): Of {
  const { rejectCode } = of;
  if (caller.kind !== 'client' || rejectCode === null || !aboutCard.has(rejectCode)) return of;
  return { ...of, rejectCode: 'DO_NOT_HONOR' };
}

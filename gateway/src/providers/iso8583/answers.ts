// What the answers of a host say about operations. Only an answer that repeats the amount and the
// numbers of its request counts; any other one proves nothing.

import { storedText } from '../operation-message.ts';
import type { Finding, Outcome } from '../outcome.ts';
import type { IsoMessage } from './codec/iso-message.ts';
import { readPrivateText } from './profile/private-fields.ts';
import type { HostProfile } from './profile/host-profile.ts';
import { writeReference } from './reference.ts';
import { isNotLocated, readResponse } from './responses.ts';

const CODE = 39;
/** Amount and trace number. */
const repeated = [4, 11];
/** Time, reference, terminal, merchant and currency: the same, if the answer has them. */
const repeatedIfPresent = [7, 37, 41, 42, 49];

/** The answer to an authorization or a follow-up. */
export function readAnswer(profile: HostProfile, request: IsoMessage, answer: IsoMessage): Outcome {
  const code = codeOf(request, answer);
  if (code === undefined) return { kind: 'unknown', why: 'garbage' };
  const response = readResponse(profile.packager.version, code);
  if (response === 'unclear') return { kind: 'unknown', why: 'provider-error' };
  if (response !== 'approved') return response;
  const authCode = storedText(answer.fields.get(38)?.trim());
  const reference = writeReference(request, authCode);
  const networkTransactionId = networkIdIn(profile, answer);
  return { kind: 'approved', reference, authCode, networkTransactionId };
}

/** The answer to the reversal of an authorization without a known result. */
export function readUndone(profile: HostProfile, request: IsoMessage, answer: IsoMessage): Finding {
  const code = codeOf(request, answer);
  if (code === undefined) return { kind: 'unknown', why: 'garbage' };
  const { version } = profile.packager;
  if (isNotLocated(version, code)) return { kind: 'not-found' };
  // The host must accept a reversal: any other answer is an error, and the reversal is repeated.
  if (readResponse(version, code) !== 'approved') return { kind: 'unknown', why: 'provider-error' };
  return { kind: 'declined', rejectCode: 'SYSTEM_ERROR', reference: null };
}

/** Undefined: the answer is not about exactly this request. */
function codeOf(request: IsoMessage, answer: IsoMessage): string | undefined {
  const isSame = (number: number): boolean =>
    answer.fields.get(number) === request.fields.get(number);
  const present = repeatedIfPresent.filter((number) => answer.fields.has(number));
  return [...repeated, ...present].every(isSame) ? answer.fields.get(CODE) : undefined;
}

function networkIdIn({ networkTransactionId, privateFields }: HostProfile, answer: IsoMessage) {
  if (!networkTransactionId) return null;
  const { field, tag } = networkTransactionId;
  return storedText(readPrivateText(answer, field, tag, privateFields.get(field))?.trim());
}

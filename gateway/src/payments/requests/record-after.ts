// The record of a payment whose customer is being authenticated: it waits for the directory server
// for a moment, so that the data for a challenge is in the answer; when that takes longer, the data
// appears later and dataRequest tells.

import { finishesWithin } from '../../worker/worker.ts';
import { isSettled } from '../../acquirers/attempt.ts';
import { acsDataView } from '../../threeds/acs-data.ts';
import type { Authentication } from '../../threeds/authentication.ts';
import { DEFAULT_WINDOW_SIZE } from '../../threeds/device.ts';
import { creqPayload, fingerprintData } from '../../threeds/messages/write.ts';
import type { CommittedChange } from '../processing/processor.ts';
import type { PaymentParts } from '../parts.ts';
import type { Loaded, Payment } from '../payment.ts';

export const PATIENCE_MS = 5000;

/** Whether the customer is being authenticated, and no acquirer is being asked. */
export function isAuthenticating({ payment, attempts }: Loaded): boolean {
  return payment.status === 'PENDING' && attempts.every(isSettled);
}

/** `record` is the record without the challenge, such as one with a link. */
export async function recordAfter(
  parts: PaymentParts,
  begun: CommittedChange,
  record: (payment: Payment) => object | Promise<object>,
): Promise<object> {
  let { payment } = begun.loaded;
  // A final status is for GET …/status and the notification to tell (specification 4.2, rule 5).
  const seen = begun.settled.then(
    (after) => (payment = after.payment.status === 'PENDING' ? after.payment : payment),
    () => undefined,
  );
  await finishesWithin(parts.clock, PATIENCE_MS, seen);
  return { ...(await record(payment)), ...(await challengeOf(parts, payment)) };
}

/** `acsData` while the customer's device has a step to take, else nothing. */
export async function challengeOf(parts: PaymentParts, payment: Payment): Promise<object> {
  const acsData = await acsDataOf(parts, payment);
  return acsData === undefined ? {} : { acsData };
}

/** What the customer's device needs for the step that is due; undefined when none is. */
export async function acsDataOf(
  { threeds }: PaymentParts,
  payment: Payment,
): Promise<object | undefined> {
  if (payment.status !== 'PENDING' || payment.dataRequest !== 'CARD_3DS') return undefined;
  const authentication = await threeds.store.latest(payment);
  return authentication && viewOf(authentication, threeds.addresses.returns());
}

function viewOf(of: Authentication, returnUrl: string): object | undefined {
  const { authenticationId, messageVersion, range } = of;
  const shared = { threeDSServerTransID: authenticationId, messageVersion, range };
  if (of.state === 'FINGERPRINT' && range.threeDSMethodURL !== null) {
    return acsDataView({
      ...shared,
      kind: 'fingerprint',
      threeDSMethodURL: range.threeDSMethodURL,
      threeDSMethodData: fingerprintData(authenticationId, returnUrl),
    });
  }
  if (of.state !== 'CHALLENGE' || of.acsTransId === null) return undefined;
  const challenge = { ...shared, acsTransID: of.acsTransId, acsReferenceNumber: of.acsReference };
  if (of.acsSignedContent !== null) {
    return acsDataView({ ...challenge, kind: 'app', acsSignedContent: of.acsSignedContent });
  }
  if (of.acsUrl === null) return undefined;
  const challengeWindowSize = of.challengeWindowSize ?? DEFAULT_WINDOW_SIZE;
  return acsDataView({
    ...challenge,
    kind: 'browser',
    acsURL: of.acsUrl,
    challengeWindowSize,
    creqPayload: creqPayload({
      version: messageVersion,
      threeDSServerTransID: authenticationId,
      acsTransID: of.acsTransId,
      challengeWindowSize,
    }),
  });
}

// The record of a payment whose customer is being authenticated. It waits briefly for the directory
// server, so that the answer contains the data for a challenge; after that the data is available
// later and dataRequest announces it.

import { finishesWithin } from '../../worker/worker.ts';
import { isSettled } from '../../providers/attempt.ts';
import { acsDataView } from '../../threeds/acs-data.ts';
import type { Authentication } from '../../threeds/authentication.ts';
import { DEFAULT_WINDOW_SIZE } from '../../threeds/device.ts';
import { creqPayload, fingerprintData } from '../../threeds/messages/write.ts';
import type { CommittedChange } from '../processing/processor.ts';
import type { PaymentParts } from '../parts.ts';
import type { Loaded, Payment } from '../payment.ts';

export const DIRECTORY_WAIT_MS = 5000;

/** Whether the customer is being authenticated and no acquirer call is in progress. */
export function isAuthenticating({ payment, attempts }: Loaded): boolean {
  return payment.status === 'PENDING' && attempts.every(isSettled);
}

/** `record` is the record without the challenge, for example with a link. */
export async function recordAfter(
  parts: PaymentParts,
  committed: CommittedChange,
  record: (payment: Payment) => object | Promise<object>,
): Promise<object> {
  let { payment } = committed.loaded;
  // A final status is read with GET …/status or sent in the notification (specification 4.2, rule
  // 5).
  const seen = committed.settled.then(
    (after) => (payment = after.payment.status === 'PENDING' ? after.payment : payment),
    () => undefined,
  );
  await finishesWithin(parts.clock, DIRECTORY_WAIT_MS, seen);
  return { ...(await record(payment)), ...(await challengeOf(parts, payment)) };
}

/** `acsData` while the customer's device has a step to do, otherwise nothing. */
export async function challengeOf(parts: PaymentParts, payment: Payment): Promise<object> {
  const acsData = await acsDataOf(parts, payment);
  return acsData === undefined ? {} : { acsData };
}

/** What the customer's device needs for the pending step; undefined if there is none. */
export async function acsDataOf(
  { threeds }: PaymentParts,
  payment: Payment,
): Promise<object | undefined> {
  if (payment.status !== 'PENDING' || payment.dataRequest !== 'CARD_3DS') return undefined;
  const authentication = await threeds.store.latest(payment);
  return authentication && viewOf(authentication, threeds.addresses.returnUrl());
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

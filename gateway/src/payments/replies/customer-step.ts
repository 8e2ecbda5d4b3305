// What the customer has to do next, in answers: a challenge, an address to go to, or the choice of
// an app. The answer to a request waits briefly for the directory server or the provider, so that
// it contains this; later it is read from the payment.

import { finishesWithin } from '../../worker/worker.ts';
import { isSettled } from '../../providers/attempt.ts';
import { acsDataView } from '../../threeds/acs-data.ts';
import type { Authentication } from '../../threeds/authentication.ts';
import { DEFAULT_WINDOW_SIZE } from '../../threeds/device.ts';
import { creqPayload, fingerprintData } from '../../threeds/messages/write.ts';
import type { CommittedChange } from '../processing/processor.ts';
import type { PaymentParts } from '../processing/parts.ts';
import { waitsForTry, type Loaded, type Payment } from '../model/payment.ts';

/** How long an answer waits for the directory server or the provider. */
export const CUSTOMER_STEP_WAIT_MS = 5000;

/** Whether the customer is being authenticated, or may have to act at the provider. */
export function mayNeedCustomer({ payment, attempts }: Loaded): boolean {
  if (waitsForTry(payment)) return false;
  const open = attempts.find((one) => !isSettled(one));
  return payment.status === 'PENDING' && (open === undefined || open.waitUntil !== null);
}

/** `record` is the record without the customer's step, for example with a link. */
export async function recordAfter(
  parts: StepDeps & Pick<PaymentParts, 'clock'>,
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
  await finishesWithin(parts.clock, CUSTOMER_STEP_WAIT_MS, seen);
  return { ...(await record(payment)), ...(await customerStep(parts, payment)) };
}

type StepDeps = Pick<PaymentParts, 'store' | 'methods' | 'threeds'>;

/** `acsData`, `redirectURL` or `apps` while the customer has something to do, otherwise nothing. */
export async function customerStep(parts: StepDeps, payment: Payment): Promise<object> {
  const { status, dataRequest, method, merchantId, paymentId } = payment;
  if (status !== 'PENDING') return {};
  if (dataRequest === 'CARD_3DS') {
    const acsData = await acsDataOf(parts, payment);
    return acsData === undefined ? {} : { acsData };
  }
  if (dataRequest === 'BLIK_APP') {
    const loaded = await parts.store.load(merchantId, paymentId);
    const customer = loaded?.attempts.at(-1)?.customer;
    return customer?.kind === 'choose' ? { apps: customer.apps } : {};
  }
  const redirects = method !== null && parts.methods.find(method)?.means.includes('REDIRECT');
  if (!redirects) return {};
  const [open] = await parts.store.openAttempts(merchantId, paymentId);
  return open?.customer?.kind === 'redirect' ? { redirectURL: open.customer.url } : {};
}

/** What the customer's device needs for the pending step; undefined if there is none. */
export async function acsDataOf(
  { threeds }: Pick<PaymentParts, 'threeds'>,
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

// What the customer has to do next, in answers: a challenge, or what the provider asks for,
// whatever the method. The answer to a request waits briefly for the directory server or the
// provider, so that it contains this; later it is read from the payment.

import { Type } from 'typebox';
import { oneOf } from '../../http/schema.ts';
import { finishesWithin } from '../../worker/worker.ts';
import { dataRequests } from '../../methods/registry.ts';
import { isSettled, type Attempt } from '../../providers/attempt.ts';
import { acsDataSchema, acsDataView } from '../../threeds/acs-data.ts';
import type { CommittedChange } from '../processing/processor.ts';
import type { PaymentParts } from '../processing/parts.ts';
import { waitsForTry, type Loaded, type Payment } from '../model/payment.ts';

const stepMeanings = {
  redirect: 'Go to redirectURL.',
  confirm: 'Confirm on a phone or another device.',
  scan: 'Scan qrCode.',
  wait: 'Wait: the provider has the payment, and the result follows.',
} as const;

const text = (description: string) => Type.String({ description });

/** What the provider asks of the customer. */
export const stepProperties = {
  customerStep: Type.Optional(
    oneOf(
      stepMeanings,
      'What the customer has to do at the provider. Absent: nothing, or not yet.',
    ),
  ),
  qrCode: Type.Optional(text('While customerStep is scan: the text of the QR code to show.')),
  apps: Type.Optional(
    Type.Array(
      Type.Object({
        key: text('Value of instrument.app.'),
        label: text('Name of the app, to show to the customer.'),
      }),
      { description: 'While the customer must choose a bank app: the apps of the alias.' },
    ),
  ),
};

/** With `acsData` while dataRequest is CARD_3DS. */
export const customerStepProperties = {
  acsData: Type.Optional(acsDataSchema),
  ...stepProperties,
};

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

type StepDeps = Pick<PaymentParts, 'store' | 'threeds'>;

/** Fields of the answer while the customer has something to do, otherwise none. */
export async function customerStep(parts: StepDeps, payment: Payment): Promise<object> {
  const { status, dataRequest, merchantId, paymentId } = payment;
  if (status !== 'PENDING') return {};
  if (dataRequest === 'CARD_3DS') {
    const acsData = await acsDataOf(parts, payment);
    return acsData === undefined ? {} : { acsData };
  }
  const isChoice = dataRequests[dataRequest ?? '']?.isChoice === true;
  if (dataRequest !== null && !isChoice) return {};
  const loaded = await parts.store.load(merchantId, paymentId);
  const last = loaded?.attempts.findLast(({ verb }) => verb === 'authorize');
  return last ? stepAtProvider(last, isChoice) : {};
}

/** `wait`: the provider has the payment and needs nothing of the customer. */
function stepAtProvider({ customer, state }: Attempt, isChoice: boolean): object {
  if (customer?.kind === 'choose') return isChoice ? { apps: customer.apps } : {};
  if (state !== 'PENDING') return {};
  if (!customer) return { customerStep: 'wait' };
  const { kind } = customer;
  switch (kind) {
    case 'confirm':
      return { customerStep: kind };
    case 'redirect':
      return { customerStep: kind, redirectURL: customer.url };
    case 'scan':
      return { customerStep: kind, qrCode: customer.qrCode };
  }
}

/** What the customer's device needs for the pending step; undefined if there is none. */
export async function acsDataOf(
  { threeds }: Pick<PaymentParts, 'threeds'>,
  payment: Payment,
): Promise<object | undefined> {
  if (payment.status !== 'PENDING' || payment.dataRequest !== 'CARD_3DS') return undefined;
  const authentication = await threeds.store.latest(payment);
  return authentication && acsDataView(authentication, threeds.addresses.returnUrl());
}

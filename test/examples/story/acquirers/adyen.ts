// The simulated Adyen, spoken to as the gateway does: a hold that is changed, captured, refunded
// and taken back, a payment that is cancelled by its reference, and the list of methods. Operations
// are answered with 201 there; the reference shows all answers as usual ones.
import assert from 'node:assert/strict';
import type { Json } from '../../../support/client.ts';
import type { Shop } from '../shop.ts';

const api = '/sandbox/adyen';
const common = { merchantAccount: 'BramkaSandbox' };
const keyOf = (position: number): string => `019ca9a1-3333-7000-8000-00000000006${position}`;

/** The reference of an operation: merchant, payment, attempt and the letter of the operation. */
function referenceOf(position: number, letter: string): string {
  const attempt = BigInt(`0x${keyOf(position).replaceAll('-', '')}`).toString(36);
  return `10000001.019ca9a1333370008000000000000070.${attempt.padStart(25, '0')}.${letter}`;
}

/** What differs in each run. */
const shownValues: Readonly<Record<string, string>> = {
  authCode: '123456',
  networkTxReference: '123456789012345',
};

const shown = (body: Json): Json =>
  JSON.parse(JSON.stringify(body), (name, value: unknown) => shownValues[name] ?? value) as Json;

export async function recordAdyen({ recorder }: Shop): Promise<void> {
  const record = async (
    path: string,
    position: number,
    own: Json,
    pspReference = '',
  ): Promise<Json> => {
    const headers = { 'x-api-key': 'sandbox-adyen-key', 'idempotency-key': keyOf(position) };
    const body = { ...common, ...own };
    const address = `${api}${path}`.replace('{paymentPspReference}', pspReference);
    const answer = await fetch(new URL(address, recorder.gateway.url), {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answered = (await answer.json()) as Json;
    assert.ok(answer.ok, JSON.stringify(answered));
    const reply = { status: 200, body: shown(answered), text: '', headers: answer.headers };
    recorder.keep('POST', `${api}${path}`, { body }, reply);
    return answered;
  };
  const amount = (value: number) => ({ amount: { value, currency: 'PLN' } });
  const paymentMethod = {
    ...{ type: 'scheme', number: '4111111111111111', cvc: '123' },
    ...{ expiryMonth: '12', expiryYear: '2030' },
  };
  const hold = {
    ...amount(1999),
    reference: referenceOf(1, 'a'),
    returnUrl: `${recorder.gateway.url}/v1/ecommerce/notifications/adyen`,
    paymentMethod,
    additionalData: { manualCapture: 'true' },
  };
  const paid = await record('/payments', 1, hold);
  const pspReference = String(paid['pspReference']);
  const operate = (name: string, position: number, own: Json) =>
    record(`/payments/{paymentPspReference}/${name}`, position, own, pspReference);
  await operate('amountUpdates', 2, { ...amount(2499), reference: referenceOf(2, 'j') });
  await operate('captures', 3, { ...amount(2000), reference: referenceOf(3, 'c') });
  await operate('refunds', 4, { ...amount(500), reference: referenceOf(4, 'r') });
  await operate('reversals', 5, { reference: referenceOf(5, 'v') });
  await record('/cancels', 6, {
    reference: referenceOf(6, 's'),
    paymentReference: referenceOf(7, 'a'),
  });
  await record('/paymentMethods', 8, {});
}

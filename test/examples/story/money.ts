// The operator's money endpoints in the story of the examples: fee rules, deposits, balances.
import type { Recorder } from '../recorder.ts';

const fees = '/v1/admin/fees';
const merchant = '/v1/admin/merchants/{merchantId}';
/** Added by the story of access. */
const merchantId = '20000001';

export async function recordMoney(recorder: Recorder): Promise<void> {
  const token = recorder.gateway.adminKey;
  await recordFees(recorder, token);
  await recordDeposits(recorder, token);
}

async function recordFees(recorder: Recorder, token: string): Promise<void> {
  const rule = { currency: 'XPF', percent: '1.25', fixed: 30, minimum: 50 };
  const own = { ...rule, merchantId, method: 'CARD', organization: 'VISA' };
  await recorder.record('POST', fees, { token, body: own });
  await recorder.record('POST', fees, {
    when: 'with a start in the past',
    token,
    body: { ...rule, validFrom: '2020-01-01T00:00:00.000Z' },
    refusedWith: 'INVALID_REQUEST',
  });
  await recorder.record('GET', fees, { token, query: { merchantId } });
}

async function recordDeposits(recorder: Recorder, token: string): Promise<void> {
  const params = { merchantId };
  const body = { amount: 5000, currency: 'PLN', reference: 'FT2611/0042' };
  const ids = { token, params };
  await recorder.record('POST', `${merchant}/deposits`, { ...ids, body });
  await recorder.record('POST', `${merchant}/deposits`, {
    ...ids,
    when: 'with a reference that was used for another amount',
    body: { ...body, amount: 4000 },
    refusedWith: 'REFERENCE_USED',
  });
  const paidBack = { amount: 1000, currency: 'PLN', reference: 'FT2611/0043' };
  await recorder.record('POST', `${merchant}/withdrawals`, { ...ids, body: paidBack });
  await recorder.record('POST', `${merchant}/withdrawals`, {
    ...ids,
    when: 'with more than the merchant has',
    body: { amount: 1, currency: 'XPF', reference: 'FT2611/0044' },
    refusedWith: 'INSUFFICIENT_FUNDS',
  });
  await recorder.record('GET', `${merchant}/deposits`, ids);
  await recorder.record('GET', `${merchant}/balances`, ids);
  await recorder.record('GET', '/v1/admin/audit', {
    when: 'of what the operator did with the money of a merchant',
    token,
    query: { merchantId },
  });
}

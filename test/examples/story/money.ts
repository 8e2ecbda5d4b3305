// The operator's money endpoints in the story of the examples: fee rules, deposits, balances.
import { until } from '../../support/waiting/until.ts';
import type { Recorder } from '../recorder.ts';

const fees = '/v1/admin/fees';
const merchant = '/v1/admin/merchants/{merchantId}';
/** Added by the story of access. */
const merchantId = '20000001';

export async function recordMoney(recorder: Recorder): Promise<void> {
  const token = recorder.gateway.adminKey;
  await recordFees(recorder, token);
  await recordDeposits(recorder, token);
  await recordChecks(recorder, token);
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
    when: 'of the fee rules that the operator added for all merchants',
    token,
    query: { merchantId: '*' },
  });
}

async function recordChecks(recorder: Recorder, token: string): Promise<void> {
  const checks = '/v1/admin/ledger/checks';
  const { body } = await recorder.record('POST', checks, { token, body: { merchantId } });
  const params = { checkId: body['checkId'] as string };
  const read = () => recorder.send('GET', `${checks}/{checkId}`, { token, params });
  await until(async () => (await read()).body['state'] === 'DONE', 'the check of the ledger');
  await recorder.record('GET', `${checks}/{checkId}`, { token, params });
  await recorder.record('GET', `${checks}/{checkId}`, {
    when: 'for an unknown id',
    token,
    params: { checkId: '01a1ddaa-94be-73d2-943c-8b7759934376' },
    refusedWith: 'LEDGER_CHECK_NOT_FOUND',
  });
}

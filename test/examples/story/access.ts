// Access tokens, and the operator's endpoints.
import type { Recorder } from '../recorder.ts';

const auth = '/v1/ecommerce/auth';
const merchants = '/v1/admin/merchants';
const one = `${merchants}/{merchantId}`;
const merchantId = '20000001';
const params = { merchantId };
const nobody = { merchantId: '29999999' };

/** Answers the token that the other examples are recorded with. */
export async function recordAccess(recorder: Recorder): Promise<string> {
  const merchant = { merchantId: '10000001' };
  const secret = 'sandbox-secret-10000001';
  const { body } = await recorder.record('POST', auth, {
    body: { merchant, secret, channel: 'WEBAPI' },
  });
  await recorder.record('POST', auth, {
    when: 'with a wrong secret',
    body: { merchant, secret: 'sandbox-secret-of-another' },
    refusedWith: 'CREDENTIALS_INVALID',
  });
  await recorder.record('POST', auth, {
    when: 'with a field in the wrong place',
    body: { merchantId: '10000001', secret },
    refusedWith: 'INVALID_REQUEST',
  });
  return body['access_token'] as string;
}

/** Of a payment whose card was decrypted. */
export async function recordAudit(recorder: Recorder, paymentId: string): Promise<void> {
  const token = recorder.gateway.adminKey;
  const audit = '/v1/admin/audit';
  await recorder.record('GET', audit, { token, query: { paymentId } });
  await recorder.record('GET', audit, {
    when: 'without an id',
    token,
    refusedWith: 'INVALID_REQUEST',
  });
  await recorder.record('GET', `${audit}/verify`, { token });
  await recorder.record('GET', `${audit}/verify`, {
    when: 'with a digest that the log does not contain',
    token,
    query: { expect: `9.1.${'0'.repeat(64)}` },
  });
}

export async function recordOperator(recorder: Recorder): Promise<void> {
  const token = recorder.gateway.adminKey;
  await recordMerchants(recorder, token);
  await recordChanges(recorder, token);
  await recordPreview(recorder, token);
  await recordProviderCredentials(recorder, token);
  await recorder.record('POST', '/v1/admin/keys/rotate', { token });
  await recorder.record('GET', '/v1/ecommerce/keys', {});
  await recorder.record('POST', '/v1/admin/keys/rotate-encryption', { token });
  await recorder.record('POST', '/v1/admin/keys/rotate-encryption', {
    when: 'without the operator key',
    token: 'not-the-key',
    refusedWith: 'ADMIN_KEY_INVALID',
  });
  await recorder.record('POST', '/v1/admin/bins/find', { token, body: { number: '49171100' } });
  await recorder.record('POST', '/v1/admin/bins/find', {
    when: 'with too few digits',
    token,
    body: { number: '49171' },
    refusedWith: 'INVALID_REQUEST',
  });
  await recorder.record('POST', '/v1/admin/keys/rotate', {
    when: 'without the operator key',
    token: 'not-the-key',
    refusedWith: 'ADMIN_KEY_INVALID',
  });
}

async function recordPreview(recorder: Recorder, token: string): Promise<void> {
  const path = '/v1/admin/merchants/{merchantId}/page-preview';
  const params = { merchantId: '10000001' };
  const page = { color: '#7a2e8e', savesCards: false };
  const reply = await recorder.record('POST', path, { token, params, body: { page } });
  await recorder.record('POST', path, {
    when: 'with a colour that is none',
    token,
    params,
    body: { page: { color: 'green' } },
    refusedWith: 'INVALID_REQUEST',
  });
  const read = '/v1/ecommerce/payment/preview';
  const key = String(reply.body['url']).split('/').at(-1);
  await recorder.record('POST', read, { body: { key } });
  await recorder.record('POST', read, {
    when: 'when the preview has ended',
    body: { key: 'ended' },
    refusedWith: 'PREVIEW_NOT_FOUND',
  });
}

async function recordProviderCredentials(recorder: Recorder, token: string): Promise<void> {
  const path = `${one}/credentials`;
  const at = (provider: string) => ({ merchantId, provider });
  const fields = { serviceId: '123456', key: '6c1d7a2f4e', hashMethod: 'SHA256' };
  const set = { token, params: at('BM'), body: { fields } };
  await recorder.record('PUT', `${path}/{provider}`, set);
  await recorder.record('PUT', `${path}/{provider}`, {
    when: 'when the account belongs to another merchant',
    ...set,
    params: { merchantId: '10000001', provider: 'BM' },
    refusedWith: 'PROVIDER_ACCOUNT_TAKEN',
  });
  await recorder.record('PUT', `${path}/{provider}`, {
    when: 'without a field',
    ...set,
    body: { fields: { serviceId: '123456' } },
    refusedWith: 'INVALID_REQUEST',
  });
  await recorder.record('GET', path, { token, params });
  await recorder.record('DELETE', `${path}/{provider}`, { token, params: at('BM') });
  await recorder.record('DELETE', `${path}/{provider}`, {
    when: 'when there are none',
    token,
    params: at('blik'),
    refusedWith: 'PROVIDER_CREDENTIALS_NOT_FOUND',
  });
}

/** At the end, because the rotation goes on in the background. */
export async function recordRotations(recorder: Recorder): Promise<void> {
  const token = recorder.gateway.adminKey;
  const rotations = '/v1/admin/keys/rotations';
  const body = { kind: 'DATA', merchantId };
  await recorder.record('POST', rotations, { token, body });
  await recorder.record('POST', rotations, {
    when: 'while another rotation is running',
    token,
    body: { kind: 'MASTER' },
    refusedWith: 'ROTATION_RUNNING',
  });
  await recorder.record('POST', rotations, {
    when: 'of a merchant that does not exist',
    token,
    body: { ...body, ...nobody },
    refusedWith: 'MERCHANT_NOT_FOUND',
  });
  await recorder.record('GET', rotations, { token });
}

async function recordMerchants(recorder: Recorder, token: string): Promise<void> {
  const settings = {
    name: 'Flower shop',
    url: 'https://flowers.example',
    mcc: '5992',
    address: { street: 'Kwiatowa 1', postal: '00-001', city: 'Warszawa', country: 'PL' },
    redirectOrigins: ['https://flowers.example'],
    agents: ['10000001'],
  };
  const body = { merchantId, settings };
  const added = await recorder.record('POST', merchants, { token, body });
  await recorder.record('POST', merchants, {
    when: 'when the MID is taken',
    token,
    body,
    refusedWith: 'MERCHANT_EXISTS',
  });
  await recorder.record('POST', merchants, {
    when: 'with a setting that is not valid',
    token,
    body: { merchantId: '20000002', settings: { url: 'flowers.example' } },
    refusedWith: 'INVALID_REQUEST',
  });
  await recorder.record('POST', auth, {
    when: 'as an agent of the merchant',
    body: {
      resource: 'PAYMENT',
      merchant: params,
      agent: { merchantId: '10000001' },
      secret: 'sandbox-secret-10000001',
    },
  });
  await recorder.record('POST', auth, {
    when: 'as the merchant that was added',
    body: { merchant: params, secret: added.body['apiSecret'] },
  });
  await recorder.record('GET', merchants, { token, first: 1 });
  await recorder.record('GET', merchants, {
    when: 'of the next page',
    token,
    query: { after: '10000002' },
  });
  await recorder.record('GET', one, { token, params });
  await recorder.record('GET', one, {
    when: 'for an unknown MID',
    token,
    params: nobody,
    refusedWith: 'MERCHANT_NOT_FOUND',
  });
}

async function recordChanges(recorder: Recorder, token: string): Promise<void> {
  const sca = { challenge: 'ALWAYS', lowValueLimits: { PLN: '120.00' } };
  await recorder.record('PATCH', one, { token, params, body: { settings: { holdDays: 7, sca } } });
  await recorder.record('PATCH', one, {
    when: 'to suspend the merchant',
    token,
    params,
    body: { status: 'SUSPENDED' },
  });
  await recorder.record('PATCH', one, {
    when: 'with a value out of range',
    token,
    params,
    body: { settings: { holdDays: 45 } },
    refusedWith: 'INVALID_REQUEST',
  });
  await recorder.record('POST', `${one}/secrets`, { token, params, body: { kind: 'API' } });
  await recorder.record('POST', `${one}/secrets`, {
    when: 'to end the older secret at once',
    token,
    params,
    body: { kind: 'NOTIFICATION', dropOld: true },
  });
  await recorder.record('POST', `${one}/secrets`, {
    when: 'for an unknown MID',
    token,
    params: nobody,
    body: { kind: 'API' },
    refusedWith: 'MERCHANT_NOT_FOUND',
  });
  await recorder.record('POST', `${one}/revoke-tokens`, { token, params });
  await recorder.record('POST', `${one}/revoke-tokens`, {
    when: 'for an unknown MID',
    token,
    params: nobody,
    refusedWith: 'MERCHANT_NOT_FOUND',
  });
}

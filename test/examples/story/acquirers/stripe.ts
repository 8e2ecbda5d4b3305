// The simulated Stripe, spoken to as the gateway does: a sale, a hold that is raised and captured,
// a cancelled intent, and a refund.
import type { Json, Reply } from '../../../support/client.ts';
import type { Request } from '../../recorder.ts';
import type { Shop } from '../shop.ts';

const api = '/sandbox/stripe/v1';
const intents = `${api}/payment_intents`;
const ATTEMPT = '019ca9a1-2222-7000-8000-000000000051';
const REFUND = '019ca9a1-2222-7000-8000-000000000052';

/** What differs in each run. */
const shownValues: Readonly<Record<string, unknown>> = {
  created: 1772366400,
  authorization_code: '123456',
  network_transaction_id: '123456789012345',
  payment: '019ca9a1-2222-7000-8000-000000000053',
};

function shown(body: Json): Json {
  return JSON.parse(JSON.stringify(body), (name, value: unknown) => {
    if (name in shownValues) return shownValues[name];
    const prefix = /^(pi|pm|ch|re)_[0-9a-f]{24,32}$/.exec(String(value))?.[1];
    return prefix === undefined ? value : `${prefix}_1A2b3C`;
  }) as Json;
}

export async function recordStripe({ recorder }: Shop): Promise<void> {
  const record = async (method: string, path: string, request: Request): Promise<Reply> => {
    const reply = await recorder.send(method, path, request);
    const { form, query } = request;
    const kept = {
      ...(form ? { form: shown(form) as typeof form } : {}),
      ...(query ? { query: shown(query) as typeof query } : {}),
    };
    recorder.keep(method, path, kept, { ...reply, body: shown(reply.body) });
    return reply;
  };
  const card = { 'card[number]': '4111111111111111', 'card[exp_month]': '12' };
  const method = await record('POST', `${api}/payment_methods`, {
    form: { type: 'card', ...card, 'card[exp_year]': '2030', 'card[cvc]': '123' },
  });
  const payment_method = String(method.body['id']);
  const sale = { amount: '1999', currency: 'pln', 'metadata[attempt]': ATTEMPT };
  const created = await record('POST', intents, { form: { ...sale, capture_method: 'manual' } });
  const id = String(created.body['id']);
  const operate = (operation: string, form: Record<string, string>) =>
    record('POST', `${intents}/{id}/${operation}`, { params: { id }, form });
  await operate('confirm', { payment_method });
  await operate('increment_authorization', { amount: '2499' });
  await operate('capture', { amount_to_capture: '2000' });
  await record('GET', `${intents}/{id}`, { params: { id } });
  await record('GET', `${intents}/search`, {
    query: { query: `metadata['attempt']:'${ATTEMPT}'` },
  });
  const headers = { 'idempotency-key': REFUND };
  await record('POST', `${api}/refunds`, { headers, form: { payment_intent: id, amount: '500' } });
  await record('GET', `${api}/refunds`, { query: { payment_intent: id } });
  const other = await recorder.send('POST', intents, { form: sale });
  await record('POST', `${intents}/{id}/cancel`, {
    params: { id: String(other.body['id']) },
    form: { cancellation_reason: 'abandoned' },
  });
  await record('GET', `${api}/balance`, {});
}

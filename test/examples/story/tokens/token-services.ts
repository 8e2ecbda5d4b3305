// Network tokens: the simulated token services spoken to as the gateway does, and the changes that
// customers and issuers make there.
import { systemRandom } from '@bramka/gateway/core/random.ts';
import { encryptValues, keysOf } from '@bramka/gateway/token-services/plain/encrypted-values.ts';
import { signNews } from '@bramka/gateway/token-services/plain/testing/sign-news.ts';
import { TOKEN_NEWS_PATH } from '@bramka/gateway/token-services/token-news.ts';
import { SANDBOX_SECRET } from '@bramka/sandbox/tokens/party.ts';
import type { Json } from '../../../support/client.ts';
import { until } from '../../../support/waiting/until.ts';
import { card, type Shop } from '../shop.ts';

const tokens = '/sandbox/tokens';
const { encryption, signature } = keysOf(SANDBOX_SECRET);

const examples = [
  { scheme: 'vts', number: '4111111111111111', other: '4000000000009995', last: 1 },
  { scheme: 'scof', number: '5555555555554444', other: '2223003122003222', last: 2 },
] as const;

export async function recordTokens(shop: Shop): Promise<void> {
  for (const example of examples) await recordScheme(shop, example);
  await recordNews(shop);
}

async function recordScheme(
  { recorder }: Shop,
  { scheme, number, other, last }: (typeof examples)[number],
): Promise<void> {
  const requestId = `019ca9a1-2222-7000-8000-00000000006${last}`;
  const merchantId = '10000001';
  const values = { requestId, number, expiry: '203912' };
  const encCardInfo = encryptValues(encryption, values, systemRandom);
  const notificationUrl = `${recorder.gateway.url}${TOKEN_NEWS_PATH}`;
  const provisioned = await recorder.record(`POST`, `${tokens}/${scheme}/provision`, {
    body: { requestId, merchantId, encCardInfo, notificationUrl },
  });
  const { instrumentRef } = provisioned.body['token'] as { instrumentRef: string };
  const terms = { instrumentRef, merchantId, amountMinor: '12345', currency: 'PLN' };
  await recorder.record('POST', `${tokens}/${scheme}/cryptogram`, { body: terms });
  if (scheme === 'vts') await recordChanges({ recorder }, instrumentRef, other);
  const read = await recorder.record('POST', `${tokens}/${scheme}/read`, {
    body: { instrumentRef },
  });
  const { visualId } = read.body['token'] as { visualId: string };
  const asked = { body: { instrumentRef, visualId } };
  const shown = await recorder.send('POST', `${tokens}/${scheme}/visual`, asked);
  const data = `${String(shown.body['data']).slice(0, 40)}…`;
  const short = { ...shown, body: { ...shown.body, data } };
  recorder.keep('POST', `${tokens}/${scheme}/visual`, asked, short);
  await recorder.record('POST', `${tokens}/${scheme}/remove`, { body: { instrumentRef } });
}

async function recordChanges(
  { recorder }: Pick<Shop, 'recorder'>,
  instrumentRef: string,
  cardNumber: string,
): Promise<void> {
  const one = `${tokens}/api/tokens/{instrumentRef}`;
  const params = { instrumentRef };
  const change = (name: string, body?: Json) =>
    recorder.record('POST', `${one}/${name}`, { params, ...(body ? { body } : {}) });
  await change('update', { cardNumber, cardExpiry: '204105', expiry: '203306' });
  await change('suspend');
  await change('resume');
  await recorder.record('GET', `${tokens}/api/tokens`, { first: 1 });
  const otherRef = await issueAnother({ recorder });
  await recorder.send('POST', `${one}/update`, {
    params: { instrumentRef: otherRef },
    body: { expiry: '203306' },
  });
  await recorder.record('POST', `${one}/delete`, { params: { instrumentRef: otherRef } });
  await recorder.record('POST', `${one}/resume`, {
    when: 'when the token is deleted',
    params: { instrumentRef: otherRef },
    refusedWith: 'NETWORK_TOKEN_DELETED',
  });
}

/** News about a token of the merchant; the secret of the simulated services is public. */
async function recordNews({ recorder, token }: Shop): Promise<void> {
  const customer = { extCustomerId: 'customer-9' };
  const body = { kind: 'NETWORK', customer, instrument: card('4111111111111111') };
  const made = await recorder.send('POST', '/v1/ecommerce/tokenizer', { token, body });
  const params = { tokenizerId: String(made.body['tokenizerId']) };
  let stored: Json | undefined;
  const isStored = async (): Promise<boolean> => {
    const read = await recorder.send('GET', '/v1/ecommerce/tokenizer/{tokenizerId}', {
      token,
      params,
    });
    stored = read.body['token'] as Json | undefined;
    return stored !== undefined;
  };
  await until(isStored, 'the token');
  const news = {
    eventId: '019ca9a1-2222-7000-8000-000000000071',
    scheme: 'VTS',
    instrumentRef: stored?.['instrumentRef'],
    sequence: 1,
    status: 'ACTIVE',
    cardLastFour: '9995',
    cardExpiry: '204105',
  };
  const clock = await recorder.send<{ now: string }>('GET', '/sandbox/clock');
  const tell = async (message: Json, when?: string, refusedWith?: string): Promise<void> => {
    const text = JSON.stringify(message);
    const signed = signNews(text, signature, Date.parse(clock.body.now));
    const headers = { 'content-type': 'application/json', signature: signed };
    const refusal = refusedWith === undefined ? {} : { refusedWith };
    const reply = await recorder.send('POST', TOKEN_NEWS_PATH, { body: text, headers, ...refusal });
    const shown = { body: message, ...(when === undefined ? {} : { when }) };
    recorder.keep('POST', TOKEN_NEWS_PATH, shown, reply);
  };
  await tell(news);
  const unknown = { ...news, instrumentRef: '019ca9a1-2222-7000-8000-000000000072' };
  await tell(unknown, 'about a token that is not stored yet', 'NEWS_TOKEN_NOT_FOUND');
}

async function issueAnother({ recorder }: Pick<Shop, 'recorder'>): Promise<string> {
  const requestId = '019ca9a1-2222-7000-8000-000000000063';
  const values = { requestId, number: '4111111111111111', expiry: '203912' };
  const reply = await recorder.send('POST', `${tokens}/vts/provision`, {
    body: {
      requestId,
      merchantId: '10000001',
      encCardInfo: encryptValues(encryption, values, systemRandom),
      notificationUrl: `${recorder.gateway.url}${TOKEN_NEWS_PATH}`,
    },
  });
  return (reply.body['token'] as { instrumentRef: string }).instrumentRef;
}

// The simulated wallets: tokens for payments, and what a gateway in another process registers.
import { generateKeyPairSync } from 'node:crypto';
import { certificateRequest } from '@bramka/gateway/wallets/credentials/certificate-request.ts';
import type { Json } from '../../../support/client.ts';
import type { Request } from '../../recorder.ts';
import type { Shop } from '../shop.ts';

const wallets = '/sandbox/wallets';
const SHOWN_MASK = '489539******6233';
const PUBLIC_KEY =
  'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEaxfR8uEsQkf4vOblY6RA8ncDfYEt6zOg9KE5RdiYwpZP40Li/hp/m47n' +
  '60p8D54WK84zV2sxXs7LtkBoN79R9Q==';

export async function recordWallets({ recorder }: Shop): Promise<void> {
  const payment = { merchantId: '10000001', amount: 123.45, currency: 'PLN' };
  const issue = async (request: Request): Promise<void> => {
    const reply = await recorder.send('POST', `${wallets}/tokens`, request);
    const { token, cardMask } = reply.body;
    const isDevice = String(cardMask).startsWith(SHOWN_MASK.slice(0, 6));
    const body = { token: short(token, 20), cardMask: isDevice ? SHOWN_MASK : cardMask };
    recorder.keep('POST', `${wallets}/tokens`, request, { ...reply, body });
  };
  await issue({ body: { type: 'APAY', ...payment } });
  await issue({
    when: 'for a card that is declined, in Google Pay',
    body: { type: 'GPAY', ...payment, card: '4000000000009995' },
  });
  await issue({
    when: 'without a cryptogram, so that the gateway authenticates the customer',
    body: { type: 'GPAY', ...payment, authMethod: 'PAN_ONLY', card: '4917110020000007' },
  });
  await recorder.record('POST', `${wallets}/tokens`, {
    when: 'with a field of the other wallet',
    body: { type: 'APAY', ...payment, authMethod: 'PAN_ONLY' },
    refusedWith: 'INVALID_REQUEST',
  });
  const press = `${wallets}/sheet/act`;
  const sheet = { type: 'APAY', merchantId: '10000001', amount: '123.45', currency: 'PLN' };
  const form = { ...sheet, do: 'cancel' };
  const pressed = await recorder.send('POST', press, { form });
  recorder.keep('POST', press, { form }, { ...pressed, body: undefined });
  await recordCertificate({ recorder });
  const registered = { publicKey: PUBLIC_KEY };
  await recorder.record('POST', `${wallets}/google/keys`, { body: registered });
  await recorder.record('POST', `${wallets}/google/keys`, {
    when: 'with a key that is not on P-256',
    body: { publicKey: 'AAAA' },
    refusedWith: 'INVALID_REQUEST',
  });
  const roots = await recorder.send<{ environment: string; keys: Json[] }>(
    'GET',
    `${wallets}/roots/google.json`,
  );
  const keys = roots.body.keys.map((key) => ({ ...key, keyValue: short(key['keyValue'], 36) }));
  const shown = { ...roots, body: { ...roots.body, keys } };
  recorder.keep('GET', `${wallets}/roots/google.json`, {}, shown);
}

async function recordCertificate({ recorder }: Pick<Shop, 'recorder'>): Promise<void> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const [kind, name] = ['APAY_PROCESSING', 'merchant.com.shop'];
  const csr = certificateRequest(name, privateKey);
  const path = `${wallets}/certificates`;
  const reply = await recorder.send('POST', path, { body: { csr, kind, name } });
  const certificate = short(reply.body['certificate'], 30);
  const body = { csr: short(csr, 38), kind, name };
  recorder.keep('POST', path, { body }, { ...reply, body: { certificate } });
  await recorder.record('POST', path, {
    when: 'with a request that cannot be read',
    body: { csr: 'a request', kind, name },
    refusedWith: 'INVALID_REQUEST',
  });
}

const short = (text: unknown, length: number): string => `${String(text).slice(0, length)}…`;

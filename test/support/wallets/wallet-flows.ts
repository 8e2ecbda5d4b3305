// Wallet tokens through every path, for the search for secrets: paid, waiting for device data,
// changed, replayed and refused.
import assert from 'node:assert/strict';
import type { Client, Json, Reply } from '../client.ts';
import { browserDevice } from '../threeds/challenge.ts';
import type { WalletShop, WalletType } from '../life/wallets.ts';
import { addWalletShop } from '../life/wallets.ts';

export interface WalletTrail {
  readonly secrets: Map<string, string>;
  readonly nextCard: (name: string) => string;
  readonly replies: string[];
}

const forms: readonly [type: WalletType, given: Json][] = [
  ['APAY', {}],
  ['APAY', { version: 'RSA_v1' }],
  ['GPAY', {}],
  ['GPAY', { authMethod: 'PAN_ONLY' }],
  ['C2P', { form: 'TOKEN' }],
  ['C2P', { form: 'CARD' }],
];

/** Long enough to occur nowhere else, and short enough to be found in a part of the token. */
const SLICE = 48;

export async function payByWalletEverywhere(gateway: Client, trail: WalletTrail): Promise<void> {
  const shop = await addWalletShop(gateway);
  for (const [type, options] of forms) {
    const name = `${type} ${Object.values(options).join()}`;
    const card = trail.nextCard(name);
    const instrument = await shop.instrument(type, { ...options, card });
    const another = await shop.instrument(type, { ...options, card });
    keepToken(trail, name, [instrument, another]);
    const paid = await send(shop, trail, instrument);
    const paymentId = String(paid.body['paymentId']);
    if (paid.body['dataRequest'] === 'DEVICE') {
      const sent = await shop.call('PATCH', paymentId, '', { device: browserDevice() });
      trail.replies.push(sent.text);
    }
    await gateway.waitForStatus(shop.token, paymentId, 'COMPLETED');
    trail.replies.push((await shop.call('GET', paymentId)).text);
    const again = await send(shop, trail, instrument);
    assert.equal(again.body['rejectCode'], 'WALLET_TOKEN_USED');
    const wrong = await send(shop, trail, changed(instrument));
    assert.equal(wrong.body['rejectCode'], 'WALLET_TOKEN_INVALID');
    const foreign = await send(shop, trail, { ...instrument, cvv: '091' });
    assert.equal(foreign.status, 400);
  }
}

async function send(shop: WalletShop, trail: WalletTrail, instrument: Json): Promise<Reply> {
  const reply = await shop.payWith(instrument);
  trail.replies.push(reply.text);
  return reply;
}

const fieldOf = ({ token }: Json): 'token' | 'payload' =>
  token === undefined ? 'payload' : 'token';

/**
 * Keeps parts of a token that no other token has: certificates in it are public, and the same in
 * other signatures.
 */
function keepToken({ secrets }: WalletTrail, name: string, [one, other]: [Json, Json]): void {
  const text = String(one[fieldOf(one)]);
  const same = String(other[fieldOf(other)]);
  const third = Math.floor(text.length / 3);
  for (const [part, begin] of Object.entries({ begin: 0, middle: third, end: 2 * third })) {
    const own = Array.from({ length: third - SLICE }, (_, index) => begin + index).find((from) =>
      differs(text.slice(from, from + SLICE), same),
    );
    if (own !== undefined) secrets.set(`${name} token, ${part}`, text.slice(own, own + SLICE));
  }
  assert.ok(secrets.has(`${name} token, end`), name);
}

/** No eight characters of the slice occur in the other token. */
const differs = (slice: string, other: string): boolean =>
  Array.from({ length: SLICE - 7 }, (_, index) => slice.slice(index, index + 8)).every(
    (piece) => !other.includes(piece),
  );

/** The last part of the token is missing. */
function changed(instrument: Json): Json {
  const field = fieldOf(instrument);
  return { ...instrument, [field]: String(instrument[field]).slice(0, -40) };
}

// Strong customer authentication in an app: the data of its 3DS SDK, and the first encrypted
// message to the issuer.
import assert from 'node:assert/strict';
import type { Json } from '../../../support/client.ts';
import { postByFetch, type PostAnswer } from '../../../support/sdk/challenge.ts';
import { createSdk, type SdkOptions } from '../../../support/sdk/sdk.ts';
import { waitForChallenge } from '../../../support/threeds/challenge.ts';
import { card, cards, create, creation, onePayment, type Shop } from '../shop.ts';

export const acs = '/sandbox/acs';

export async function recordApp(shop: Shop): Promise<void> {
  const { recorder, token } = shop;
  const sent: { jwe: string; reply: PostAnswer }[] = [];
  type Keys = SdkOptions['directoryKeys'];
  const { body: directoryKeys } = await recorder.send<Keys>('GET', '/sandbox/directory/keys');
  const sdk = createSdk({
    referenceNumber: 'MY-3DS-SDK',
    directoryKeys,
    messageVersion: '2.2.0',
    now: () => recorder.stable.clockMs(),
    async post(url, jwe) {
      const reply = await postByFetch(url, jwe);
      sent.push({ jwe, reply });
      return reply;
    },
  });
  const registered = creation('order-3ds-app', {
    channel: 'MOBILE',
    instrument: card(cards.challenge),
  });
  const paymentId = await create(shop, registered);
  const device = { sdk: { ...sdk.authenticationParameters(), messageVersion: '2.2.0' } };
  const request = { token, params: { paymentId }, body: { device } };
  const reply = await recorder.send('PATCH', onePayment, request);
  const pending = await waitForChallenge(recorder.gateway, token, paymentId);
  recorder.keep('PATCH', onePayment, { when: 'in an app, with its 3DS SDK', ...request }, reply);
  await recorder.record('GET', `${onePayment}/acsData`, {
    when: 'in an app',
    token,
    params: { paymentId },
  });
  const challenge = sdk.beginChallenge(pending.acsData as unknown as Json);
  await challenge.send();
  const [first] = sent;
  assert.ok(first && challenge.acsURL === `${recorder.gateway.url}${acs}/app`);
  const { status, body: text } = first.reply;
  const headers = new Headers();
  recorder.keep(
    'POST',
    `${acs}/app`,
    { body: first.jwe },
    { status, headers, text, body: undefined },
  );
}

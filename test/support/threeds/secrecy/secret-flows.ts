// Strong authentication with recognizable secrets: every path, in a browser and in an app, and
// invalid input of every kind from directory servers, attackers and shops.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { canaryTestCards } from '../../canary.ts';
import type { Client, Json } from '../../client.ts';
import { cardRequest } from '../../client.ts';
import { base, bodyOf } from '../../life/payments.ts';
import { appCustomer } from '../app-customer.ts';
import {
  actInChallenge,
  browserDevice,
  finishFingerprint,
  passChallenge,
  postForm,
  returnFromChallenge,
  waitForChallenge,
  type PendingChallenge,
} from '../challenge.ts';
import { untilRangesKnown } from '../known-ranges.ts';
import { forge } from './forged-results.ts';
import { echoPaths, type ListeningDirectory } from './listening-directory.ts';

/** What went through the gateway and must not be found afterwards. */
export interface SecretTrail {
  readonly cards: Map<string, string>;
  /** What customers and attackers typed and sent. */
  readonly texts: Map<string, string>;
  /** Stored with the payment by design, but must not appear anywhere else. */
  readonly device: Map<string, string>;
  /** Authentication values and the keys of result URLs. */
  readonly bytes: Map<string, Buffer>;
  readonly replies: string[];
  /** Payments left in their challenge: before any authorization, and after one. */
  readonly open: { readonly asked: string; readonly declined: string };
  /** A transaction that is mentioned in the log. */
  readonly toldOf: string;
}

interface Journey {
  readonly client: Client;
  readonly token: string;
  readonly directory: ListeningDirectory;
  readonly cvv: string;
  readonly trail: Omit<SecretTrail, 'open' | 'toldOf'>;
  readonly cardOn: (path: string, range?: string) => string;
  readonly device: Json;
}

const METHOD_RANGE = '49171101';

export async function authenticateEverywhere(
  client: Client,
  token: string,
  directory: ListeningDirectory,
  cvv: string,
): Promise<SecretTrail> {
  await untilRangesKnown(client);
  const suffix = randomBytes(4).toString('hex');
  const device = {
    userAgent: `CanaryBrowser/${suffix}`,
    acceptHeader: `text/canary-${suffix}`,
    ip: `2001:db8:${suffix.slice(0, 4)}:${suffix.slice(4)}::7`,
  };
  const trail = {
    cards: new Map<string, string>(),
    texts: new Map([['password', `canary-password-${suffix}`]]),
    device: new Map(Object.entries(device)),
    bytes: new Map<string, Buffer>(),
    replies: [] as string[],
  };
  const makeCard = canaryTestCards();
  const cardOn = (path: string, range?: string): string => {
    const card = makeCard(path, range);
    trail.cards.set(`3-D Secure card ${range ?? ''} ${path}`, card);
    return card;
  };
  const browser = { ...browserDevice(device), ip: device.ip };
  const journey = { client, token, directory, cvv, trail, cardOn, device: browser };
  await Promise.all([straight(journey), challenged(journey), inApp(journey), clumsy(journey)]);
  const asked = await ask(journey, '20');
  const declined = await ask(journey, '30');
  const toldOf = await forge(client, directory, trail, asked);
  for (const areq of directory.requests) {
    const { searchParams } = new URL(areq['threeDSServerURL'] as string);
    const key = Buffer.from(searchParams.get('key') ?? '', 'hex');
    trail.bytes.set(`result key ${trail.bytes.size}`, key);
  }
  for (const [count, cavv] of directory.cavvs.entries()) trail.bytes.set(`made up ${count}`, cavv);
  return { ...trail, open: { asked: asked.paymentId, declined: declined.paymentId }, toldOf };
}

async function pay({ client, token, cvv, device, trail }: Journey, card: string): Promise<string> {
  const instrument = { type: 'CARD', instrumentNo: card, expDate: '203912', cvv };
  const reply = await client.payByCard({ token, extra: { instrument, device } });
  trail.replies.push(reply.text);
  return bodyOf(reply)['paymentId'] as string;
}

async function ask(journey: Journey, path: string): Promise<PendingChallenge> {
  const paymentId = await pay(journey, journey.cardOn(path));
  return waitForChallenge(journey.client, journey.token, paymentId);
}

/** Waits for the end and reads everything readable about the payment. */
async function ends({ client, token, trail }: Journey, paymentId: string, end: string) {
  const { status } = await client.waitForStatus(token, paymentId);
  assert.equal(status, end);
  for (const rest of ['', '/status', '/transactions', '/acsData']) {
    trail.replies.push((await client.call('GET', `${base}/${paymentId}${rest}`, { token })).text);
  }
}

/** No challenge: success, failure, no answer, and unreadable answers. */
async function straight(journey: Journey): Promise<void> {
  const completed = ['10', '11', '15'];
  const rejected = ['12', '13', '14', '40', '41', '43', ...echoPaths];
  await Promise.all(
    [...completed, ...rejected].map(async (path) => {
      const paymentId = await pay(journey, journey.cardOn(path));
      await ends(journey, paymentId, completed.includes(path) ? 'COMPLETED' : 'REJECTED');
    }),
  );
}

/** A challenge on the page, over HTTP, after the 3DS Method and after a soft decline. */
async function challenged(journey: Journey): Promise<void> {
  const { client, token, trail, cardOn } = journey;
  const wrong = trail.texts.get('password') ?? '';
  await Promise.all(
    ['20', '30', 'method'].map(async (path) => {
      const isMethod = path === 'method';
      const paymentId = await pay(journey, isMethod ? cardOn('20', METHOD_RANGE) : cardOn(path));
      if (isMethod) {
        const { body } = await client.call('GET', `${base}/${paymentId}/acsData`, { token });
        const threeDSMethodData = body['threeDSMethodData'] as string;
        const page = await postForm(client, '/sandbox/acs/method', { threeDSMethodData });
        assert.equal(page.status, 200, page.text);
        await finishFingerprint(client, body['tdsServerTxnId'] as string);
      }
      const { acsTxnId, acsData } = await waitForChallenge(client, token, paymentId);
      const creq = { creq: acsData.creqPayload ?? '', threeDSSessionData: 'c2Vzc2lvbg' };
      assert.ok((await postForm(client, '/sandbox/acs/challenge', creq)).status < 400);
      const typed = { do: 'password', password: wrong };
      const page = await postForm(client, `/sandbox/acs/challenge/${acsTxnId}/act`, typed);
      assert.ok(page.status < 400, page.text);
      assert.equal((await actInChallenge(client, acsTxnId, 'password', wrong)).triesLeft, 1);
      const back = await passChallenge(client, acsTxnId);
      trail.replies.push((await returnFromChallenge(client, back)).text);
      await ends(journey, paymentId, 'COMPLETED');
    }),
  );
}

/** One customer who knows the password, and one who gives up. */
async function inApp(journey: Journey): Promise<void> {
  const { client, token, trail, cardOn } = journey;
  const app = await appCustomer(client, token);
  const password = trail.texts.get('password') ?? '';
  for (const [name, answer, end] of [
    ['first', { challengeDataEntry: '1234' }, 'COMPLETED'],
    ['second', { challengeCancel: '01' }, 'REJECTED'],
  ] as const) {
    const { sdk, challenge, paymentId } = await app.startChallenge({ card: cardOn('20') });
    const { encData, ephemPubKey } = sdk.authenticationParameters();
    trail.device.set(`encrypted data of the ${name} device`, encData.split('.').at(3) ?? '');
    trail.device.set(`key of the ${name} SDK`, (JSON.parse(ephemPubKey) as { x: string }).x);
    await challenge.send();
    await challenge.send({ challengeDataEntry: password });
    await challenge.send(answer);
    await ends(journey, paymentId, end);
  }
}

/** Invalid device data. */
async function clumsy({ client, token, trail, cardOn, device, cvv }: Journey): Promise<void> {
  const { userAgent = '', acceptHeader = '', ip = '' } = Object.fromEntries(trail.device);
  const browser = device['browserData'] as Json;
  const instrument = { type: 'CARD', instrumentNo: cardOn('60'), expDate: '203912', cvv };
  const devices: unknown[] = [
    userAgent,
    [userAgent],
    { ...device, ip: `${ip} ${ip}` },
    { ip, browserData: userAgent },
    { ip, browserData: { ...browser, userAgent: [userAgent] } },
    { ip, browserData: { ...browser, colorDepth: userAgent, screenHeight: acceptHeader } },
    { ip, browserData: { ...browser, acceptHeader: acceptHeader.repeat(200) } },
    { ip, browserData: { userAgent, acceptHeader } },
    { ip, sdk: { transId: userAgent, encData: acceptHeader, ephemPubKey: ip } },
    { ip, sdk: { ephemPubKey: JSON.stringify({ kty: 'EC', crv: userAgent }) } },
  ];
  const bodies: unknown[] = devices.map((one) =>
    cardRequest({ extra: { instrument, device: one } }),
  );
  bodies.push(`{"device":{"ip":"${ip}","browserData":{"userAgent":"${userAgent}"`);
  const replies = await Promise.all(
    bodies.map((body) => client.call('POST', base, { token, body })),
  );
  for (const { status, text } of replies) {
    assert.ok(status === 200 || status === 400, text);
    trail.replies.push(text);
  }
}

// Strong authentication without a browser, for tests: a payment with device data, the 3DS Method,
// the challenge over the JSON API, and the return.
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CardPayment, Client, Json, Reply } from '../client.ts';

/** Cards of the catalogue; Visa unless the name says otherwise. */
export const cards = {
  frictionless: '4917110010000009',
  attempt: '4917110011000008',
  failed: '4917110012000007',
  rejected: '4917110013000006',
  unavailable: '4917110014000005',
  challenge: '4917110020000007',
  abandoned: '4917110021000006',
  decoupled: '4917110022000005',
  softDecline: '4917110030000005',
  methodThenFrictionless: '4917110110000008',
  methodThenChallenge: '4917110120000006',
  mastercardChallenge: '5210110020000008',
  upToVersion210: '4917110220000005',
  upToVersion220: '4917110320000004',
  issuerDown: '4917110040000003',
  directoryDown: '4917110041000002',
  directorySilent: '4917110042000001',
  directoryNonsense: '4917110043000000',
  notEnrolled: '4111111111111111',
  declined: '4000000000000002',
  slow: '4000000000020018',
  silent: '4000000000020026',
} as const;

/** Complete browser data; the given fields are merged over it. */
export function browserDevice(browserData: Json = {}): Json {
  return {
    ip: '203.0.113.7',
    browserData: {
      javascriptEnabled: true,
      javaEnabled: false,
      language: 'pl-PL',
      colorDepth: '24',
      screenHeight: 1080,
      screenWidth: 1920,
      timezone: -60,
      userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Test/1.0',
      acceptHeader: 'text/html,application/xhtml+xml',
      ...browserData,
    },
  };
}

/** A card payment with the customer's browser data. */
export function payWithDevice(client: Client, payment: CardPayment): Promise<Reply> {
  return client.payByCard({
    ...payment,
    extra: { device: browserDevice(), ...payment.extra },
  });
}

export interface AcsData {
  readonly tdsServerTxnId: string;
  readonly messageVersion: string;
  readonly acsTxnId?: string;
  readonly acsURL?: string;
  readonly creqPayload?: string;
  readonly threeDSMethodURL?: string;
  readonly threeDSMethodData?: string;
}

/** A pending challenge: `acsTxnId` is its id at the ACS. */
export interface PendingChallenge {
  readonly paymentId: string;
  readonly acsTxnId: string;
  readonly acsData: AcsData;
}

/** The payment of a reply whose acsData contains a challenge; fails without one. */
export function pendingChallengeIn(reply: Reply): PendingChallenge {
  assert.equal(reply.status, 200, reply.text);
  const { paymentId, acsData } = reply.body as { paymentId: string; acsData?: AcsData };
  assert.ok(acsData?.acsTxnId !== undefined, `no challenge in ${reply.text}`);
  return { paymentId, acsTxnId: acsData.acsTxnId, acsData };
}

/** Pays with a card that is challenged. */
export async function payToChallenge(
  client: Client,
  payment: CardPayment,
): Promise<PendingChallenge> {
  const reply = await payWithDevice(client, { card: cards.challenge, ...payment });
  return challengeAfter(client, payment.token, reply);
}

/** The challenge in the reply, or the one that appears later if the machine was too slow. */
export async function challengeAfter(
  client: Client,
  token: string,
  reply: Reply,
): Promise<PendingChallenge> {
  assert.equal(reply.status, 200, reply.text);
  const { paymentId, acsData } = reply.body as { paymentId: string; acsData?: AcsData };
  return acsData?.acsTxnId === undefined
    ? waitForChallenge(client, token, paymentId)
    : pendingChallengeIn(reply);
}

const WAIT_LIMIT_MS = 120_000;

/** For a challenge that appears later: waits for dataRequest CARD_3DS, then reads acsData. */
export async function waitForChallenge(
  client: Client,
  token: string,
  paymentId: string,
): Promise<PendingChallenge> {
  const deadline = Date.now() + WAIT_LIMIT_MS;
  for (;;) {
    const status = await client.statusOf(token, paymentId);
    if (status['dataRequest'] === 'CARD_3DS') {
      const reply = await readAcsData(client, token, paymentId);
      // 409: the step before the challenge ended between the two requests.
      if (reply.status !== 409) {
        const acsData = acsDataIn(reply);
        const { acsTxnId } = acsData;
        if (acsTxnId !== undefined) return { paymentId, acsTxnId, acsData };
      }
    }
    const isOver = status['status'] !== 'NEW' && status['status'] !== 'PENDING';
    const isLate = isOver || Date.now() >= deadline;
    assert.ok(!isLate, `no challenge: ${JSON.stringify(status)}`);
    await sleep(20);
  }
}

export async function acsDataOf(
  client: Client,
  token: string,
  paymentId: string,
): Promise<AcsData> {
  return acsDataIn(await readAcsData(client, token, paymentId));
}

function readAcsData(client: Client, token: string, paymentId: string): Promise<Reply> {
  return client.call('GET', `/v1/ecommerce/payment/${paymentId}/acsData`, { token });
}

function acsDataIn(reply: Reply): AcsData {
  assert.equal(reply.status, 200, reply.text);
  return reply.body as unknown as AcsData;
}

export type Action = 'password' | 'push' | 'approve' | 'reject' | 'cancel' | 'abandon';

/** A challenge as shown by the ACS; `back` is the form that its page posts at the end. */
export interface ChallengeView {
  readonly state: 'OPEN' | 'PUSHED' | 'FINISHED';
  readonly transStatus?: 'Y' | 'N' | 'U';
  readonly triesLeft: number;
  readonly amount: string;
  readonly currency: string;
  readonly merchantName: string;
  readonly back?: Back;
}

export interface Back {
  readonly url: string;
  readonly cres: string;
  readonly threeDSSessionData?: string;
}

export async function lookAtChallenge(client: Client, acsTxnId: string): Promise<ChallengeView> {
  return seen(await client.call('GET', `/sandbox/acs/challenges/${acsTxnId}`));
}

/** Does what the customer would do; if this ends the challenge, the result has been sent. */
export async function actInChallenge(
  client: Client,
  acsTxnId: string,
  action: Action,
  password = '1234',
): Promise<ChallengeView> {
  const body = action === 'password' ? { action, password } : { action };
  return seen(await client.call('POST', `/sandbox/acs/challenges/${acsTxnId}`, { body }));
}

function seen(reply: Reply): ChallengeView {
  assert.equal(reply.status, 200, reply.text);
  return reply.body as unknown as ChallengeView;
}

/** The customer enters the right password. */
export async function passChallenge(client: Client, acsTxnId: string): Promise<Back> {
  const { transStatus, back } = await actInChallenge(client, acsTxnId, 'password');
  assert.equal(transStatus, 'Y');
  return back ?? assert.fail('the challenge has no return form');
}

export const notificationPath = '/v1/ecommerce/notifications/acs/status';

/** Posts a form as a page does. */
export function postForm(
  client: Client,
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<Reply> {
  return client.call('POST', path, {
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
}

/** Reports that the 3DS Method has run, as its page does. */
export async function finishFingerprint(client: Client, tdsServerTxnId: string): Promise<void> {
  const notification = JSON.stringify({ threeDSServerTransID: tdsServerTxnId });
  const threeDSMethodData = Buffer.from(notification).toString('base64url');
  const reply = await postForm(client, notificationPath, { threeDSMethodData });
  assert.equal(reply.status, 200, reply.text);
}

/** Posts the CRes as the ACS page does; the browser is redirected. */
export function returnFromChallenge(
  client: Client,
  { cres, threeDSSessionData }: Back,
): Promise<Reply> {
  const session = threeDSSessionData === undefined ? {} : { threeDSSessionData };
  return postForm(client, notificationPath, { cres, ...session });
}

// POST /v1/ecommerce/notifications/acs/status (specification 4.4): receives the directory server's
// result of an authentication (RReq) and the customer's browser returning from the ACS (CRes, 3DS
// Method). There is no token; a message is authenticated by the transaction it names.

import { Type } from 'typebox';
import { refuse } from '../../core/refusals.ts';
import { endpoint, type DepsOf } from '../../http/endpoint.ts';
import { html } from '../../http/pages/html.ts';
import { RawReply } from '../../http/pages/raw-reply.ts';
import { handleChallengeReturn, handleFingerprintNotification } from '../acs/handle-return.ts';
import { notificationBody, notificationReply } from '../acs/schema.ts';
import { handleResult } from '../acs/handle-result.ts';
import { browserPlace } from '../customer-return.ts';
import { NOTIFICATION_PATH } from '../../threeds/addresses.ts';

const PAGE_POLICY = "default-src 'none'; frame-ancestors *";

type AcsStatusDeps = DepsOf<
  typeof handleResult | typeof handleFingerprintNotification | typeof handleChallengeReturn
>;

export const acsStatus = endpoint(
  {
    method: 'POST',
    path: NOTIFICATION_PATH,
    summary: 'Receive the result of an authentication',
    description:
      'For directory servers and browsers, not for merchants. An RReq must contain the key from ' +
      'its address (threeDSServerURL) and the ids of its transaction. A CRes only returns the ' +
      'browser and does not decide the result.',
    access: 'open',
    query: Type.Object({
      key: Type.Optional(Type.String({ maxLength: 128, description: 'RReq: proof of the sender' })),
    }),
    body: notificationBody,
    anyNames: true,
    bodies: ['json', 'form'],
    reply: notificationReply,
    browserReply:
      'After a challenge the browser is redirected (303) to the merchant’s redirectURL or to the ' +
      'page of the payment, on channel PAYWALL always to the page; after the 3DS Method it gets ' +
      'an empty page.',
    refusals: ['NOTIFICATION_NOT_AUTHENTIC', 'NOT_IN_THIS_STATE'],
    refusalPage: ({ message }, traceId) => refusalPage(message, traceId),
  },
  async (parts: AcsStatusDeps, call) => {
    const isForm = call.bodyForm === 'form';
    const { cres, threeDSMethodData, threeDSSessionData, messageType } = call.body;
    if (messageType === 'RReq') return handleResult(parts, { ...call.body }, call.query.key);
    if (threeDSMethodData !== undefined) {
      await handleFingerprintNotification(parts, threeDSMethodData);
      return isForm ? RawReply.htmlPage(emptyPage, PAGE_POLICY) : {};
    }
    if (cres === undefined) return refuse('NOTIFICATION_NOT_AUTHENTIC');
    const place = browserPlace(threeDSSessionData, call.header('sec-fetch-dest'));
    const { payment, url } = await handleChallengeReturn(parts, cres, place);
    if (isForm) return RawReply.redirect(url);
    return { paymentId: payment.paymentId, status: payment.status, redirectURL: url };
  },
);

const emptyPage = html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <title>3-D Secure</title>
    </head>
    <body></body>
  </html>`;

function refusalPage(sentence: string, traceId: string): RawReply {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Authentication</title>
      </head>
      <body>
        <h1>Authentication</h1>
        <p>${sentence}</p>
        <p>Please go back to the shop. Trace: ${traceId}</p>
      </body>
    </html>`;
  return RawReply.htmlPage(page, PAGE_POLICY);
}

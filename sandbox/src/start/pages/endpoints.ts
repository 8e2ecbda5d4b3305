// The start page with its forms, and the page to which test payments return. All addresses except
// `/` are below /sandbox, where the guard of the sandbox covers them.

import { readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { Refusal } from '@bramka/gateway/core/refusals.ts';
import type { RawReply } from '@bramka/gateway/http/pages/raw-reply.ts';
import { oneOf } from '@bramka/gateway/http/schema.ts';
import type { ClockView } from '../../control/clock-change.ts';
import { page } from '../../pages/page.ts';
import { redirect, refuse, type PageVisit } from '../../pages/visit.ts';
import { maybe, text } from '../../party/schemas.ts';
import { withGuard } from '../../wire/browser-guard.ts';
import { LATEST } from '../endpoints/payments.ts';
import { originOf, ownPath, pathOf, type LinkBase } from '../links.ts';
import type { MerchantApi } from '../merchant-api.ts';
import type { StartParts } from '../parts.ts';
import type { Receiver } from '../receiver.ts';
import { makePayment, type TestPayment } from '../test-payment.ts';
import { clockActions, type ClockAction } from './clock-part.ts';
import { framedText, type FramedPage } from './frame.ts';
import { fileEndpoint, htmlReply } from './reply.ts';
import { returnedPage, unknownPaymentPage } from './returned-page.ts';
import { livePage, startPage, type StartView } from './start-page.ts';
import { startStyle } from './style.ts';

export interface StartDeps extends StartParts {
  readonly api: MerchantApi;
  readonly receiver: Receiver;
  readonly links: () => LinkBase;
}

const FIND_MAX = 100;
const script = readFileSync(new URL('../browser/start.js', import.meta.url), 'utf8');

async function viewOf(deps: StartDeps, visit: PageVisit): Promise<StartView> {
  const publicUrl = deps.publicUrl();
  const { find } = visit.query as { find?: unknown };
  const [payments, clock] = await Promise.all([
    deps.payments.latest(LATEST),
    deps.call({ method: 'GET', path: '/sandbox/clock', address: visit.address }),
  ]);
  return {
    path: pathOf(publicUrl),
    origin: originOf(visit.header('host'), publicUrl),
    shops: deps.shops,
    parties: deps.parties,
    payments,
    links: deps.links(),
    clock: clock.body as unknown as ClockView,
    find: typeof find === 'string' ? find.slice(0, FIND_MAX) : '',
  };
}

function show(deps: StartDeps, shown: FramedPage): RawReply {
  const base = { path: pathOf(deps.publicUrl()), hasDocs: deps.hasDocs };
  return htmlReply(shown.status ?? 200, framedText(shown, base));
}

const showStart = page(
  {
    method: 'GET',
    path: '/',
    summary: 'Show the start page',
    description: 'A test payment, the latest payments, the clock, demo merchants, test values.',
    query: Type.Object({ find: maybe('Words that the test values must contain.') }),
  },
  async (deps: StartDeps, visit) => show(deps, startPage(await viewOf(deps, visit))),
);

const showReturned = page(
  {
    method: 'GET',
    path: '/sandbox/returned',
    summary: 'Show what a shop does when the customer comes back',
    description: 'The status, the notifications received, and the next operations.',
    query: Type.Object({
      paymentId: text('Id of a payment of a demo merchant.'),
      extOrderId: maybe('Id of the order; not used.'),
    }),
    refusals: ['PAYMENT_NOT_FOUND'],
  },
  async (deps: StartDeps, visit) => {
    const publicUrl = deps.publicUrl();
    const path = pathOf(publicUrl);
    const shown = await deps.payments.find(visit.query.paymentId);
    const shop = deps.shops.find((one) => one.merchantId === shown?.payment.merchantId);
    if (!shown || !shop) return show(deps, unknownPaymentPage(path));
    const id = shown.payment.paymentId;
    const [status, ownReceiver] = await Promise.all([
      deps.api.readStatus(shop, id, visit.address),
      deps.receiverOf(shop.merchantId),
    ]);
    const view = {
      path,
      origin: originOf(visit.header('host'), publicUrl),
      shop,
      shown,
      links: deps.links(),
      status: JSON.stringify(status.body, null, 2),
      messages: deps.receiver.received(id),
      ownReceiver,
    };
    return show(deps, returnedPage(view));
  },
);

const showLive = page(
  {
    method: 'GET',
    path: '/sandbox/start/live',
    summary: 'Show the parts of the start page that change',
  },
  async (deps: StartDeps, visit) => htmlReply(200, livePage(await viewOf(deps, visit)).text),
);

/** The reader stays on the host under which the page was opened. */
const pay = page(
  {
    method: 'POST',
    path: '/sandbox/start/pay',
    summary: 'Send the form of the start page',
    form: Type.Object({
      amount: text('In major units, such as 19.99.'),
      merchant: text('MID of a demo merchant.'),
      method: maybe('Payment method; absent: chosen on the payment page.'),
      preauth: maybe('yes: the amount is only preauthorized.'),
    }),
    browserReply: 'The browser is redirected (303) to the payment page.',
  },
  async (deps: StartDeps, visit) => {
    const { form, address } = visit;
    const payment: TestPayment = {
      merchantId: form.get('merchant') ?? '',
      amount: form.get('amount') ?? '',
      method: form.get('method') || null,
      isPreauth: form.get('preauth') === 'yes',
    };
    const publicUrl = deps.publicUrl();
    const origin = originOf(visit.header('host'), publicUrl);
    try {
      const { pageURL } = await makePayment(deps, payment, { origin, address });
      return redirect(ownPath(pageURL, publicUrl) ?? pageURL);
    } catch (error) {
      if (!(error instanceof Refusal) || error.status >= 500) throw error;
      const refused = { payment, reason: reasonOf(error) };
      return show(deps, startPage({ ...(await viewOf(deps, visit)), refused }));
    }
  },
);

function reasonOf({ message, details }: Refusal): string {
  return details.map((one) => `${one.field} ${one.message}.`).join(' ') || message;
}

const moveClock = page(
  {
    method: 'POST',
    path: '/sandbox/start/clock',
    summary: 'Press a button of the clock',
    form: Type.Object({
      do: oneOf(
        Object.fromEntries(Object.entries(clockActions).map(([name, of]) => [name, of.meaning])),
        'The button.',
      ),
    }),
    browserReply: 'The browser is redirected (303) to the start page.',
  },
  async (deps: StartDeps, visit) => {
    const wanted = visit.form.get('do') ?? '';
    if (!Object.hasOwn(clockActions, wanted)) return refuse(visit, 400, 'badAction');
    const { body } = clockActions[wanted as ClockAction];
    const { address } = visit;
    await deps.call({ method: 'POST', path: '/sandbox/clock', address, body });
    return redirect(`${pathOf(deps.publicUrl())}/#clock`);
  },
);

const loadStyle = fileEndpoint(
  {
    path: '/sandbox/start/start.css',
    summary: 'Load the style sheet of the start page',
    reply: text('The style sheet.'),
    replyType: 'text/css',
  },
  startStyle,
);

const loadScript = fileEndpoint(
  {
    path: '/sandbox/start/start.js',
    summary: 'Load the script of the start page',
    reply: text('The script.'),
    replyType: 'text/javascript',
  },
  script,
);

export const startPages = withGuard([
  showStart,
  showReturned,
  showLive,
  pay,
  moveClock,
  loadStyle,
  loadScript,
]);

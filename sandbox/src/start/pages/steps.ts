// What the start page and its forms do: show, make a test payment, move the clock.

import { Refusal } from '@bramka/gateway/core/refusals.ts';
import type { RawReply } from '@bramka/gateway/http/pages/raw-reply.ts';
import type { ClockView } from '../../control/clock-change.ts';
import { refuse, type PageVisit } from '../../pages/visit.ts';
import { LATEST } from '../endpoints/payments.ts';
import { ownPath, pathOf, type LinkBase } from '../links.ts';
import type { MerchantApi } from '../merchant-api.ts';
import type { StartParts } from '../parts.ts';
import type { Receiver } from '../receiver.ts';
import { makePayment, type MadePayment, type TestPayment } from '../test-payment.ts';
import { originOf } from '../visitor.ts';
import { clockActions, type ClockAction } from './clock-part.ts';
import { framedText, type FramedPage } from './frame.ts';
import { htmlReply, redirect } from './reply.ts';
import { returnedPage, unknownPaymentPage } from './returned-page.ts';
import { livePage, startPage, type StartView } from './start-page.ts';

export interface StartDeps extends StartParts {
  readonly api: MerchantApi;
  readonly receiver: Receiver;
  readonly links: () => LinkBase;
}

const FIND_MAX = 100;

export async function showStart(deps: StartDeps, visit: PageVisit): Promise<RawReply> {
  return show(deps, startPage(await viewOf(deps, visit)));
}

export async function showLive(deps: StartDeps, visit: PageVisit): Promise<RawReply> {
  return htmlReply(200, livePage(await viewOf(deps, visit)).text);
}

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

/** The reader stays on the host under which the page was opened. */
export async function pay(deps: StartDeps, visit: PageVisit): Promise<RawReply> {
  const { form } = visit;
  const payment: TestPayment = {
    merchantId: form.get('merchant') ?? '',
    amount: form.get('amount') ?? '',
    method: form.get('method') || null,
    isPreauth: form.get('preauth') === 'yes',
  };
  const publicUrl = deps.publicUrl();
  const visitor = { origin: originOf(visit.header('host'), publicUrl), address: visit.address };
  let created: MadePayment;
  try {
    created = await makePayment(deps, payment, visitor);
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error;
    const refused = { payment, reason: reasonOf(error) };
    const view = await viewOf(deps, visit);
    return show(deps, startPage({ ...view, refused }));
  }
  return redirect(ownPath(created.pageURL, publicUrl) ?? created.pageURL);
}

function reasonOf({ message, details }: Refusal): string {
  return details.map((one) => `${one.field} ${one.message}.`).join(' ') || message;
}

export async function moveClock(deps: StartDeps, visit: PageVisit): Promise<RawReply> {
  const wanted = visit.form.get('do') ?? '';
  if (!Object.hasOwn(clockActions, wanted)) {
    return refuse(visit, 400, 'badAction');
  }
  const { body } = clockActions[wanted as ClockAction];
  await deps.call({ method: 'POST', path: '/sandbox/clock', address: visit.address, body });
  return redirect(`${pathOf(deps.publicUrl())}/#clock`);
}

export async function showReturned(
  deps: StartDeps,
  visit: PageVisit<unknown, { readonly paymentId: string }>,
): Promise<RawReply> {
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
  const page = returnedPage({
    path,
    origin: originOf(visit.header('host'), publicUrl),
    shop,
    shown,
    links: deps.links(),
    status: JSON.stringify(status.body, null, 2),
    messages: deps.receiver.received(id),
    ownReceiver,
  });
  return show(deps, page);
}

function show(deps: StartDeps, page: FramedPage): RawReply {
  const base = { path: pathOf(deps.publicUrl()), hasDocs: deps.hasDocs };
  return htmlReply(page.status ?? 200, framedText(page, base));
}

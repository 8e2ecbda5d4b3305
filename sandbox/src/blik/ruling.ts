// Decides a ticket: a trigger, a code of a phone, or an alias. A ruling says what becomes of the
// payment, and which code or alias it uses.

import { isoTime, type Instant } from '@bramka/gateway/core/clock.ts';
import type { BlikStore } from './blik.store.ts';
import { appOf, FIRST_PHONE, phoneOf, phones } from './phone/phones.ts';
import { hashOf, type AuthorizeRequest, type Recurring, type Ticket } from './request.ts';
import type { BlikAlias, BlikCode, BlikPayment } from './rows.ts';
import {
  AMBIGUOUS_ALIAS,
  behaviourOfAlias,
  behaviourOfCode,
  LATER_MS,
  reasonOfAmount,
  type Behaviour,
} from './triggers.ts';

type Ruled = 'state' | 'reason' | 'apps' | 'phone' | 'planned' | 'expiresAt' | 'dueAt';

export interface Ruling extends Pick<BlikPayment, Ruled> {
  readonly answer: Behaviour['answer'];
  readonly code: BlikCode | null;
  readonly alias: BlikAlias | null;
}

/** How long the customer may take to confirm. */
const CONFIRM_MS = 60_000;
/** OneClick payments up to 50 PLN need no confirmation. */
const NO_CONFIRMATION_MINOR = 5_000n;

const open: Ruling = {
  state: 'APPROVED',
  reason: null,
  apps: null,
  phone: null,
  planned: null,
  expiresAt: null,
  dueAt: null,
  answer: 'prompt',
  code: null,
  alias: null,
};

const declined = (reason: string): Ruling => ({ ...open, state: 'DECLINED', reason });

export async function ruleOn(
  store: BlikStore,
  request: AuthorizeRequest,
  now: Instant,
): Promise<Ruling> {
  const { ticket, register } = request;
  const behaviour =
    ticket.type === 'CODE' ? behaviourOfCode(ticket.code) : behaviourOfAlias(ticket.alias);
  if (ticket.type !== 'CODE' && ticket.alias === AMBIGUOUS_ALIAS) return ruleOnApp(ticket.app);
  if (behaviour) return ruleOfTrigger(behaviour, now);
  const ruling = await ruleOfPhone(store, request, ticket, now);
  const phone = phoneOf(ruling.phone ?? FIRST_PHONE);
  const isRecurring = register?.type === 'PAYID' && ruling.state === 'WAITING';
  if (isRecurring && !phone?.supportsRecurring) {
    return { ...declined('RECURRENCY_NOT_SUPPORTED'), code: ruling.code };
  }
  return ruling;
}

function ruleOfTrigger({ when, result, answer }: Behaviour, now: Instant): Ruling {
  if (when === 'now' && result === 'APPROVED') return { ...open, phone: FIRST_PHONE, answer };
  if (when === 'now') return { ...declined(result), answer };
  const waitMs = when === 'never' ? CONFIRM_MS : LATER_MS;
  const [expiresAt, dueAt] = [now + CONFIRM_MS, now + waitMs];
  return { ...open, state: 'WAITING', planned: result, expiresAt, dueAt, answer };
}

function ruleOnApp(app: string | null): Ruling {
  const [one, two] = phones;
  const keys = [one, two].flatMap((phone) => (phone ? [phone.key] : []));
  if (app === null) return { ...open, state: 'AMBIGUOUS', apps: JSON.stringify(keys.map(appOf)) };
  return keys.includes(app) ? { ...open, phone: app } : declined('ALIAS_NOT_FOUND');
}

function ruleOfPhone(
  store: BlikStore,
  request: AuthorizeRequest,
  ticket: Ticket,
  now: Instant,
): Promise<Ruling> {
  return ticket.type === 'CODE'
    ? ruleOfCode(store, ticket.code, request.amountMinor, now)
    : ruleOfAlias(store, request, ticket, now);
}

function push(phone: string, amountMinor: bigint, now: Instant): Ruling {
  const expiresAt = now + CONFIRM_MS;
  const planned = reasonOfAmount(amountMinor);
  return { ...open, state: 'WAITING', phone, planned, expiresAt, dueAt: expiresAt };
}

async function ruleOfCode(
  store: BlikStore,
  value: string,
  amountMinor: bigint,
  now: Instant,
): Promise<Ruling> {
  const code = await store.code(hashOf(value));
  if (!code) return declined('WRONG_TICKET');
  if (code.state === 'USED') return declined('TICKET_USED');
  if (code.state === 'CANCELLED') return declined('TICKET_CANCELLED');
  if (code.expiresAt <= now) return declined('TICKET_EXPIRED');
  return { ...push(code.phone, amountMinor, now), code };
}

/** A shop that the customer has saved, or an agreement, in one or more bank apps. */
async function ruleOfAlias(
  store: BlikStore,
  { merchantId, amountMinor }: AuthorizeRequest,
  { type, alias: value, app }: Exclude<Ticket, { type: 'CODE' }>,
  now: Instant,
): Promise<Ruling> {
  const saved = await store.aliasesOf(merchantId, type, value);
  if (saved.length > 1 && app === null) {
    const apps = JSON.stringify(saved.map(({ phone }) => appOf(phone)));
    return { ...open, state: 'AMBIGUOUS', apps };
  }
  const alias = saved.find(({ phone }) => app === null || phone === app);
  if (!alias) return declined('ALIAS_NOT_FOUND');
  // Recurring: nobody is asked, but the limits of the agreement hold.
  const agreed = type === 'PAYID' ? reasonOfAgreement(alias, amountMinor, now) : null;
  const isAsked = type === 'UID' && amountMinor > NO_CONFIRMATION_MINOR;
  if (isAsked) return { ...push(alias.phone, amountMinor, now), alias };
  const reason = agreed ?? reasonOfAmount(amountMinor);
  return reason === null ? { ...open, phone: alias.phone, alias } : declined(reason);
}

/** The highest charge of any agreement: 2000 PLN. */
const CHARGE_CEILING_MINOR = 200_000n;

/** The reason to decline this charge; null: it is within the limits. */
function reasonOfAgreement(alias: BlikAlias, amountMinor: bigint, now: Instant): string | null {
  const limits = alias.recurring === null ? null : (JSON.parse(alias.recurring) as Recurring);
  if (!limits) return 'MIT_NOT_ALLOWED';
  const { limitMinor, totalLimitMinor, totalCount, expiresOn } = limits;
  const today = isoTime(now).slice(0, 10).replaceAll('-', '');
  if (expiresOn !== null && expiresOn < today) return 'ALIAS_DECLINED';
  const isOver =
    amountMinor > CHARGE_CEILING_MINOR ||
    (limitMinor !== null && amountMinor > BigInt(limitMinor)) ||
    (totalLimitMinor !== null && alias.usedMinor + amountMinor > BigInt(totalLimitMinor)) ||
    (totalCount !== null && alias.usedCount >= Number(totalCount));
  return isOver ? 'LIMIT_EXCEEDED' : null;
}

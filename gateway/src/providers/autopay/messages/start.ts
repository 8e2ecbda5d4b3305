// The start of a transaction as a pre-transaction: the parameters in their hash order, and the
// answer, which contains a link for the customer, confirms the order, or says why there is none.

import type { Instant } from '../../../core/clock.ts';
import { formatAmount } from '../../../core/money.ts';
import { allLeafTexts, leafTexts, onlyChild } from '../../../core/xml/read-fields.ts';
import { readXml, type XmlElement } from '../../../core/xml/read-xml.ts';
import type { Payer } from '../../means.ts';
import type { BankApp } from '../../outcome.ts';
import type { ProviderRequest } from '../../provider.ts';
import { bankDescription } from '../description.ts';
import { isHashOf, type AutopayService } from '../hash.ts';
import { orderIdOf } from '../ids.ts';
import { warsawTime } from '../warsaw-time.ts';
import { isRemoteId, signedForm, type Form } from './message.ts';

const languages: ReadonlySet<string> = new Set(['PL', 'EN', 'DE', 'CS', 'ES', 'FR', 'IT']);
const MAX_EMAIL_LENGTH = 255;
const MAX_IP_LENGTH = 39;
const MAX_USER_AGENT_LENGTH = 255;
const MAX_URL_LENGTH = 1000;

/** What starts of every channel say. */
interface Start {
  /** The channel: a bank, or BLIK. */
  readonly gatewayId: string;
  readonly payer: Payer;
  readonly description: string;
  readonly validUntil: Instant;
  readonly returnUrl: string;
  /** The parameters between the validity and the address of return, in their order. */
  readonly own?: readonly Parameter[];
}

export type Parameter = readonly [name: string, value: string | undefined];

export function startForm(service: AutopayService, request: ProviderRequest, start: Start): Form {
  const { payer } = start;
  const parameters: readonly Parameter[] = [
    ['ServiceID', service.serviceId],
    ['OrderID', orderIdOf(request.attemptId)],
    ['Amount', formatAmount(request.amount)],
    ['Description', bankDescription(start.description)],
    ['GatewayID', start.gatewayId],
    ['Currency', request.amount.currency],
    ['CustomerEmail', atMost(payer.email, MAX_EMAIL_LENGTH)],
    ['Language', languageOf(payer.language)],
    ['CustomerIP', atMost(payer.ip, MAX_IP_LENGTH)],
    ['ValidityTime', warsawTime(start.validUntil)],
    ...(start.own ?? []),
    ['ReturnURL', atMost(start.returnUrl, MAX_URL_LENGTH)],
    ['UserAgent', payer.userAgent?.slice(0, MAX_USER_AGENT_LENGTH)],
  ];
  const present = parameters.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
  return signedForm(service, present);
}

function atMost(text: string | null, length: number): string | undefined {
  return text !== null && text.length <= length ? text : undefined;
}

function languageOf(language: string | null): string | undefined {
  const code = language?.slice(0, 2).toUpperCase() ?? '';
  return languages.has(code) ? code : undefined;
}

/** What an authentic answer says about the order. */
export type StartAnswer =
  | { readonly kind: 'link'; readonly remoteId: string; readonly url: string }
  | {
      readonly kind: 'confirmed';
      readonly remoteId: string | null;
      readonly paymentStatus: string;
      readonly reason: string;
    }
  | { readonly kind: 'refused'; readonly reason: string; readonly apps: readonly BankApp[] };

/** Undefined: it is not exactly an answer about this order. */
export function readStartAnswer(
  body: string,
  service: AutopayService,
  attemptId: string,
): StartAnswer | undefined {
  const root = readXml(body);
  const fields = root?.name === 'transaction' ? leafTexts(root) : undefined;
  if (!root || !fields) return undefined;
  const get = (name: string): string => fields.get(name) ?? '';
  const isOurs = get('orderID') === orderIdOf(attemptId);
  const hash = fields.get('hash');
  const isSigned = (...names: string[]): boolean => isHashOf(hash, names.map(get), service);
  const remoteId = isRemoteId(get('remoteID')) ? get('remoteID') : null;
  if (fields.has('redirecturl')) {
    const isAuthentic = isOurs && isSigned('status', 'redirecturl', 'orderID', 'remoteID');
    const isLink = isAuthentic && get('status') === 'PENDING' && remoteId !== null;
    return isLink ? { kind: 'link', remoteId, url: get('redirecturl') } : undefined;
  }
  const isAuthentic = isSigned('orderID', 'remoteID', 'confirmation', 'reason', 'paymentStatus');
  const reason = get('reason');
  switch (get('confirmation')) {
    case 'CONFIRMED': {
      const paymentStatus = get('paymentStatus');
      const answer: StartAnswer = { kind: 'confirmed', remoteId, paymentStatus, reason };
      return isOurs && isAuthentic ? answer : undefined;
    }
    case 'NOTCONFIRMED': {
      // Order id and hash may be absent from this answer; if present, they must be right.
      const isWhole = isAuthentic || isHashOf(hash, allLeafTexts(root).slice(0, -1), service);
      const isConsistent = (isOurs || !fields.has('orderID')) && (isWhole || hash === undefined);
      return isConsistent ? { kind: 'refused', reason, apps: appsIn(root) } : undefined;
    }
    default:
      return undefined;
  }
}

const MAX_APPS = 20;
/** No control characters: the label is shown to the customer and stored. */
const APP_LABEL = /^[^\p{Cc}\p{Cs}]{1,64}$/u;

/** The bank apps of an ambiguous alias; none if one of them cannot be used. */
function appsIn(root: XmlElement): readonly BankApp[] {
  const apps = (onlyChild(root, 'blikAMList')?.children ?? []).map((element): BankApp => {
    const fields = leafTexts(element);
    return { key: fields?.get('blikAMKey') ?? '', label: fields?.get('blikAMLabel') ?? '' };
  });
  const isRight = apps.every(({ key, label }) => isAppKey(key) && APP_LABEL.test(label));
  const isUnique = new Set(apps.map(({ key }) => key)).size === apps.length;
  return isRight && isUnique && apps.length <= MAX_APPS ? apps : [];
}

export function isAppKey(text: string): boolean {
  return /^[0-9]{1,64}$/.test(text);
}

// The start of a transaction as a pre-transaction: the parameters in their hash order, and the
// answer, which contains a link for the customer or says why there is none.

import { formatAmount } from '../../../core/money.ts';
import { leafTexts } from '../../../core/xml/read-fields.ts';
import { readXml } from '../../../core/xml/read-xml.ts';
import type { RedirectMeans } from '../../means.ts';
import type { Outcome } from '../../outcome.ts';
import type { ProviderRequest } from '../../provider.ts';
import { bankDescription } from '../description.ts';
import { isHashOf, type AutopayService } from '../hash.ts';
import { orderIdOf } from '../ids.ts';
import { rejectCodeOfStart } from '../reasons.ts';
import { warsawTime } from '../warsaw-time.ts';
import { garbage, isRemoteId, signedForm, type Form } from './message.ts';

const languages: ReadonlySet<string> = new Set(['PL', 'EN', 'DE', 'CS', 'ES', 'FR', 'IT']);
const MAX_EMAIL_LENGTH = 255;
const MAX_IP_LENGTH = 39;
const MAX_USER_AGENT_LENGTH = 255;
const MAX_URL_LENGTH = 1000;

export function startForm(
  service: AutopayService,
  request: ProviderRequest,
  means: RedirectMeans,
  returnUrl: string,
): Form {
  const { payer, bankId, description, validUntil } = means;
  const parameters: (readonly [name: string, value: string | undefined])[] = [
    ['ServiceID', service.serviceId],
    ['OrderID', orderIdOf(request.attemptId)],
    ['Amount', formatAmount(request.amount)],
    ['Description', bankDescription(description)],
    ['GatewayID', String(bankId)],
    ['Currency', request.amount.currency],
    ['CustomerEmail', atMost(payer.email, MAX_EMAIL_LENGTH)],
    ['Language', languageOf(payer.language)],
    ['CustomerIP', atMost(payer.ip, MAX_IP_LENGTH)],
    ['ValidityTime', warsawTime(validUntil)],
    ['ReturnURL', atMost(returnUrl, MAX_URL_LENGTH)],
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

/** Anything that is not exactly an answer about this order is unknown. */
export function readStartAnswer(
  body: string,
  service: AutopayService,
  attemptId: string,
  isAllowedUrl: (url: string) => boolean,
): Outcome {
  const root = readXml(body);
  if (root?.name !== 'transaction') return garbage;
  const fields = leafTexts(root);
  if (!fields) return garbage;
  const get = (name: string): string => fields.get(name) ?? '';
  const isOurs = get('orderID') === orderIdOf(attemptId);
  const hash = fields.get('hash');
  if (fields.has('redirecturl')) {
    const names = ['status', 'redirecturl', 'orderID', 'remoteID'];
    if (!isOurs || !isHashOf(hash, names.map(get), service)) return garbage;
    const url = get('redirecturl');
    const isLink = get('status') === 'PENDING' && isAllowedUrl(url) && isRemoteId(get('remoteID'));
    if (!isLink) return garbage;
    return { kind: 'pending', reference: get('remoteID'), customer: { kind: 'redirect', url } };
  }
  const names = ['orderID', 'remoteID', 'confirmation', 'reason', 'paymentStatus'];
  const isAuthentic = isHashOf(hash, names.map(get), service);
  switch (get('confirmation')) {
    case 'CONFIRMED':
      return isOurs && isAuthentic ? confirmedOutcome(get) : garbage;
    case 'NOTCONFIRMED': {
      // Order id and hash may be absent from this answer; if present, they must be right.
      const isConsistent =
        (isOurs || !fields.has('orderID')) && (isAuthentic || hash === undefined);
      return isConsistent ? notConfirmedOutcome(get('reason')) : garbage;
    }
    default:
      return garbage;
  }
}

/** SUCCESS only means that the order was accepted: the notification decides. */
function confirmedOutcome(get: (name: string) => string): Outcome {
  const reference = isRemoteId(get('remoteID')) ? get('remoteID') : null;
  switch (get('paymentStatus')) {
    case 'SUCCESS':
    case 'PENDING':
    case '':
      return { kind: 'pending', reference, customer: null };
    case 'FAILURE':
      return { kind: 'declined', rejectCode: 'BANK_REJECTED', reference };
    default:
      return garbage;
  }
}

function notConfirmedOutcome(reason: string): Outcome {
  const rejectCode = rejectCodeOfStart(reason);
  if (rejectCode === undefined) return { kind: 'unknown', why: 'provider-error' };
  return { kind: 'declined', rejectCode, reference: null };
}

// The list of payment channels (gatewayList/v3), of which the bank transfers are used. The answer
// has no hash; an entry that is not exact is left out, and an unreadable answer changes nothing.

import { numberText, readJson } from '../../../core/json.ts';
import { fieldsOf, textOf, type Fields } from '../../../core/json/fields.ts';
import { parseAmount, type Money } from '../../../core/money.ts';
import type { Bank, BankLimits, BankState } from '../../bank.ts';
import { hashOf, type AutopayService } from '../hash.ts';

const LIST_CURRENCY = 'PLN';
const LANGUAGE = 'PL';
/** Pay-by-link and quick transfers. */
const bankGroups: ReadonlySet<unknown> = new Set(['PBL', 'FR']);
const states: ReadonlySet<unknown> = new Set(['OK', 'TEMPORARY_DISABLED', 'DISABLED']);
const MAX_NAME_LENGTH = 200;
const MAX_BANKS = 500;

export function channelListMessage(service: AutopayService, messageId: string): object {
  const values = [service.serviceId, messageId, LIST_CURRENCY, LANGUAGE];
  return {
    ServiceID: Number(service.serviceId),
    MessageID: messageId,
    Currencies: LIST_CURRENCY,
    Language: LANGUAGE,
    Hash: hashOf(values, service),
  };
}

/** The banks in the order of the operator; undefined if the answer cannot be used. */
export function readChannelList(
  body: string,
  service: AutopayService,
  messageId: string,
  provider: string,
): readonly Bank[] | undefined {
  const reply = parsed(body);
  const list = reply?.['gatewayList'];
  const isOurs =
    reply?.['result'] === 'OK' &&
    String(reply['serviceID']) === service.serviceId &&
    reply['messageID'] === messageId;
  if (!isOurs || !Array.isArray(list) || list.length > MAX_BANKS) return undefined;
  const items = list.map(fieldsOf).filter((item) => item !== undefined);
  const ordered = items
    .map((item, index) => ({ item, order: Number(item['order'] ?? index) }))
    .toSorted((left, right) => left.order - right.order);
  return ordered.flatMap(({ item }) => bankOf(item, provider) ?? []);
}

function parsed(body: string): Fields | undefined {
  try {
    return fieldsOf(readJson(body));
  } catch {
    return undefined;
  }
}

function bankOf(item: Fields, provider: string): Bank | undefined {
  const { gatewayID: bankId, name, state, groupType } = item;
  const isNumbered = Number.isInteger(bankId) && Number(bankId) > 0 && Number(bankId) < 100_000;
  const isNamed = typeof name === 'string' && name !== '' && name.length <= MAX_NAME_LENGTH;
  if (!isNumbered || !isNamed || !states.has(state) || !bankGroups.has(groupType)) return undefined;
  const limits = limitsOf(item['currencies']);
  if (limits.length === 0) return undefined;
  return {
    provider,
    bankId: Number(bankId),
    name,
    iconUrl: iconOf(item['iconUrl'] ?? item['iconURL']),
    state: state as BankState,
    limits,
    hours: null,
  };
}

/** Examples of the operator spell the field in two ways. */
function iconOf(url: unknown): string | null {
  return textOf(url, /^https?:\/\/[\x21-\x7e]{1,500}$/) ?? null;
}

function limitsOf(currencies: unknown): BankLimits[] {
  if (!Array.isArray(currencies)) return [];
  return currencies.flatMap((one: Fields | null) => {
    const currency = one?.['currency'];
    if (currency !== LIST_CURRENCY) return [];
    const min = amountIn(one?.['minAmount'] ?? '0.01', currency);
    const max = amountIn(one?.['maxAmount'] ?? '100000.00', currency);
    return min && max && min.minor <= max.minor ? [{ min, max }] : [];
  });
}

/** A JSON number, or its text. */
function amountIn(value: unknown, currency: string): Money | undefined {
  const text = typeof value === 'string' ? value : numberText(value);
  const amount = parseAmount(text ?? '', currency);
  return amount.ok ? amount.money : undefined;
}

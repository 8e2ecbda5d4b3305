// Refuses what the schema allows but this version does not support, and checks values that a schema
// cannot express. Nothing is accepted and then ignored: the decision page "every field" lists what
// happens to each one.

import { isIP } from 'node:net';
import { countryNumeric } from '../../core/iso/country.ts';
import { invalid } from '../../core/refusals.ts';
import { targetProblem, type TargetRules } from '../../events/egress/target.ts';
import { isWebAddress, webAddressRule } from '../../merchants/web-address.ts';
import {
  aliasTypes,
  isCardNumber,
  methodFacts,
  methodNames,
  methodOfType,
} from '../../methods/registry.ts';
import { isCalendarDate } from '../../threeds/messages/purchase.ts';
import type { CustomerData } from '../fields/customer.ts';
import type { DeviceData } from '../fields/device.ts';
import type { PaymentOptions } from '../fields/options.ts';
import type { Payment } from '../model/payment.ts';
import type { PaymentDetails } from '../model/payment-details.ts';
import { checkFunding } from './check-funding.ts';
import type { CreateRequest } from './schema.ts';

const forSeries = ['recurringType', 'recurringExpDate', 'recurringCycle'] as const;

const LANGUAGE = /^[A-Za-z]{2,3}(?:[-_][A-Za-z0-9]{2,8})*$/;
const DAYS = /^[1-9][0-9]{0,3}$/;

/** `receiverRules` say which URLs notifications are sent to. */
export function checkCreation(body: CreateRequest, receiverRules: TargetRules): void {
  const { order, options = {} } = body;
  checkAlias(body);
  checkTokenize(body);
  checkSeries(options);
  checkNotifyAddress(options.asyncNotify, receiverRules);
  checkLanguage(options.language);
  refuseOtherMethods(body);
  checkFunding(body, methodLimit(options));
  checkCountry('order.shipping.country', order.shipping?.country);
  checkParties(body);
}

type PartiesRequest = Pick<CreateRequest, 'merchant' | 'agent' | 'device' | 'customer'>;

/** The parts that creation requests of payments and tokenizations share. */
export function checkParties(body: PartiesRequest): void {
  for (const party of ['merchant', 'agent'] as const) {
    const { country, countryOfOrigin } = body[party]?.location ?? {};
    checkCountry(`${party}.location.country`, country);
    checkCountry(`${party}.location.countryOfOrigin`, countryOfOrigin);
  }
  checkDevice(body.device);
  checkCustomer(body.customer);
}

/** The types that the instrument of the payment can have, as far as the request says. */
function typesOf({ method, instrument }: CreateRequest): string[] {
  return instrument ? [instrument.type] : Object.keys(methodFacts(method)?.instruments ?? {});
}

function checkAlias(body: CreateRequest): void {
  if (!body.options?.registerAlias) return;
  if (typesOf(body).some((type) => aliasTypes.includes(type))) return;
  throw invalid('options.registerAlias', `needs a payment with type ${aliasTypes.join(' or ')}`);
}

function checkTokenize(body: CreateRequest): void {
  const { options, method, instrument } = body;
  if (!options?.tokenize) return;
  const isOpen = !instrument && (method === undefined || method === 'UNKNOWN');
  if (!isOpen && !typesOf(body).some(isCardNumber))
    throw invalid('options.tokenize', 'needs a payment by card number');
  if (options.recurring === 'SUBSEQUENT') {
    throw invalid('options.tokenize', 'cannot be true without the customer (SUBSEQUENT)');
  }
}

function checkSeries(options: PaymentOptions): void {
  const { recurring, recurringExpDate, recurringCycle } = options;
  for (const name of forSeries) {
    if (options[name] === undefined || recurring !== undefined) continue;
    throw invalid(`options.${name}`, 'needs options.recurring');
  }
  if (options.refPaymentId !== undefined && recurring !== 'SUBSEQUENT') {
    throw invalid('options.refPaymentId', 'needs options.recurring SUBSEQUENT');
  }
  if (recurringCycle !== undefined && !DAYS.test(recurringCycle)) {
    throw invalid('options.recurringCycle', 'must be a number of days from 1 to 9999');
  }
  if (recurringExpDate !== undefined && !isCalendarDate(recurringExpDate)) {
    throw invalid('options.recurringExpDate', 'must be a date in the form YYYYMMDD');
  }
}

export function checkLanguage(language: string | undefined): void {
  if (language === undefined || LANGUAGE.test(language)) return;
  throw invalid('options.language', 'must be a language tag such as pl or en-GB');
}

function checkNotifyAddress(url: string | undefined, rules: TargetRules): void {
  if (url === undefined) return;
  if (!isWebAddress(url)) throw invalid('options.asyncNotify', webAddressRule);
  const problem = targetProblem(url, rules);
  if (problem !== undefined) throw invalid('options.asyncNotify', problem);
}

/** The methods in `options.methods`; undefined when there is no restriction. */
export function methodLimit(options: PaymentOptions | undefined): readonly string[] | undefined {
  return options?.methods?.split(',').map((name) => name.trim());
}

/** The only method that the merchant allows; null: the customer chooses. */
export function onlyMethodOf(
  { channel, instrumentType, method }: Pick<Payment, 'channel' | 'instrumentType' | 'method'>,
  details: Pick<PaymentDetails, 'method'>,
): string | null {
  const named = channel === 'PAYWALL' ? details.method : undefined;
  return named ?? (instrumentType === null ? method : null);
}

/** The only method that can be used next; on other channels a chosen method stays. */
export function chosenMethodOf(payment: Payment, details: PaymentDetails): string | null {
  return payment.channel === 'PAYWALL' ? onlyMethodOf(payment, details) : payment.method;
}

function refuseOtherMethods({ options, method, instrument }: CreateRequest): void {
  const limit = methodLimit(options);
  if (!limit) return;
  const named = instrument ? methodOfType(instrument.type) : method;
  if (!limit.every((name) => methodNames.includes(name))) {
    const message = `must be a comma-separated list of ${methodNames.join(', ')}`;
    throw invalid('options.methods', message);
  }
  if (named !== undefined && named !== 'UNKNOWN' && !limit.includes(named)) {
    throw invalid('options.methods', `must contain the method of the payment, ${named}`);
  }
}

export function checkDevice(device: DeviceData | undefined): void {
  const ip = device?.ip;
  if (ip === undefined || (isIP(ip) !== 0 && !ip.includes('%'))) return;
  throw invalid('device.ip', 'must be an IPv4 or IPv6 address');
}

export function checkCustomer(customer: CustomerData | undefined): void {
  checkCountry('customer.billing.country', customer?.billing?.country);
}

function checkCountry(field: string, country: string | undefined): void {
  if (country === undefined || countryNumeric(country) !== undefined) return;
  throw invalid(field, 'must be an ISO 3166 code of two or three letters, such as PL or POL');
}

// The rules of account funding payments (transKind ACCT_FUNDING) that a schema cannot express:
// which fields they need, and what they cannot be combined with.

import { invalid } from '../../core/refusals.ts';
import { fundingMethods, instrumentTypes, methodOfType } from '../../methods/registry.ts';
import type { CreateRequest } from './schema.ts';

const KIND = 'transKind ACCT_FUNDING';
const fundingFields = ['purposeCode', 'fundSource', 'fundSourceRef'] as const;
const REFERENCE = /^[A-Za-z0-9][A-Za-z0-9 ./_-]*$/;
const NAME = /^[^\s\p{Cc}\p{Cs}](?:[^\p{Cc}\p{Cs}]*[^\s\p{Cc}\p{Cs}])?$/u;

/** `limit`: the methods to which the merchant restricts the payment. */
export function checkFunding(body: CreateRequest, limit: readonly string[] | undefined): void {
  if (body.options?.transKind !== 'ACCT_FUNDING') return refuseFundingFields(body);
  refuseOtherKinds(body);
  refuseOtherInstruments(body, limit);
  if (body.options.purposeCode === undefined) {
    throw invalid('options.purposeCode', `is required for ${KIND}`);
  }
  checkSource(body.options);
  if (body.recipient === undefined) throw invalid('recipient', `is required for ${KIND}`);
  const { name } = body.recipient;
  if (name !== undefined && !NAME.test(name)) {
    const message = 'must be a name without control characters, and without spaces at its ends';
    throw invalid('recipient.name', message);
  }
}

function refuseFundingFields({ options = {}, recipient }: CreateRequest): void {
  for (const name of fundingFields) {
    if (options[name] !== undefined) throw invalid(`options.${name}`, `needs ${KIND}`);
  }
  if (recipient !== undefined) throw invalid('recipient', `needs ${KIND}`);
}

/** The recipient is paid once, by this payment, and by one merchant. */
function refuseOtherKinds({ options = {} }: CreateRequest): void {
  if (options.recurring !== undefined) {
    throw invalid('options.recurring', `cannot be ${options.recurring} with ${KIND}`);
  }
  if (options.transType === 'MARKETPLACE') {
    throw invalid('options.transType', `cannot be MARKETPLACE with ${KIND}`);
  }
}

const canFund = (method: string): boolean => fundingMethods.includes(method);
const names = fundingMethods.join(' or ');
const fundingTypes = Object.keys(instrumentTypes)
  .filter((type) => canFund(methodOfType(type)))
  .join(' or ');

function refuseOtherInstruments(
  { method, instrument }: CreateRequest,
  limit: readonly string[] | undefined,
): void {
  if (method !== undefined && method !== 'UNKNOWN' && !canFund(method)) {
    throw invalid('method', `must be ${names} for ${KIND}, or be left out`);
  }
  if (instrument && !canFund(methodOfType(instrument.type))) {
    throw invalid('instrument.type', `must be ${fundingTypes} for ${KIND}`);
  }
  if (limit && !limit.some(canFund)) {
    throw invalid('options.methods', `must contain ${names} for ${KIND}`);
  }
}

function checkSource({ fundSource, fundSourceRef }: NonNullable<CreateRequest['options']>): void {
  if (fundSourceRef === undefined) return;
  if (fundSource === undefined) {
    throw invalid('options.fundSourceRef', 'needs options.fundSource');
  }
  if (!REFERENCE.test(fundSourceRef)) {
    const message = 'must start with a letter or digit and have only letters, digits and . / _ -';
    throw invalid('options.fundSourceRef', message);
  }
}

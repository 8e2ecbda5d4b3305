// Bank transfers (PBL): the customer chooses a bank and is sent to its page. Banks, their limits
// and hours come from the providers; a bank that cannot be used is refused before a provider is
// called.

import type { TimeAndIds } from '../../core/id.ts';
import { Type } from 'typebox';
import { invalid } from '../../core/refusals.ts';
import { amountReply, amountView, oneOf, words } from '../../http/schema.ts';
import { preferredProviders } from '../../merchants/preferred-providers.ts';
import { autopayConnection } from '../../providers/autopay/connection.ts';
import { redirectConnection } from '../../providers/redirect/connection.ts';
import type { Bank } from '../../providers/bank.ts';
import type { RedirectMeans } from '../../providers/means.ts';
import { availabilityMeanings } from '../availability-status.ts';
import type { Instrument } from '../instrument.ts';
import type { MethodDefinition, MethodParts, MethodRequest, OptionsRequest } from '../method.ts';
import { needStep, plainAuthorization, refuseStep, type MethodStep } from '../method-step.ts';
import { payerOf } from '../payer.ts';
import {
  isBankOpen,
  isProviderUp,
  limitsOf,
  reasonAgainstBank,
  TRANSFER_CURRENCY,
  transferProviders,
} from './bank-offer.ts';

/**
 * The provider ends the transfer after the payment has expired, so that the status of an expired
 * payment does not depend on which of the two is faster.
 */
const PROVIDER_MARGIN_MS = 60_000;

const bankFields = ['bank', 'bankId'];
const text = (description: string) => Type.String({ description });

export const pblMethod: MethodDefinition = {
  name: 'PBL',
  title: 'Bank transfer',
  meaning: 'Bank transfer from the online banking of a Polish bank.',
  means: ['REDIRECT'],
  providers: [autopayConnection, redirectConnection],
  instruments: { PBL: { meaning: 'Transfer from a bank.', fields: bankFields } },
  fields: {
    bank: words(32, 'Bank of a transfer; required for PBL.'),
    bankId: Type.Optional(Type.Integer({ description: 'Numeric id of the bank of a transfer.' })),
  },
  optionsHaveProviders: true,
  options: {
    summary: 'List the banks of method PBL',
    item: Type.Object({
      provider: oneOf(
        { BM: 'Autopay (Blue Media).', PA: 'A second intermediary.' },
        'Intermediary that makes the transfer.',
      ),
      bank: text('Value of instrument.bank.'),
      bankId: Type.Integer({ description: 'Value of instrument.bankId.' }),
      iconURL: text('Address of the logo.'),
      name: text('Name of the bank, to show to the customer.'),
      status: oneOf(availabilityMeanings, 'Whether it can be used.'),
      minAmount: amountReply('Lowest amount in PLN'),
      maxAmount: amountReply('Highest amount in PLN'),
      availability: text('Hours in which the bank takes transfers, local time.'),
    }),
  },
  payOption: {
    flag: 'bank <id>',
    description: 'pay by transfer from this bank; see `bramka triggers`',
    example: ['204', 'by transfer from a test bank'],
    instrument: (bank) => ({ type: 'PBL', bank }),
  },
  create: (parts) => ({
    fits({ currency, transKind }) {
      if (currency !== TRANSFER_CURRENCY) return 'CURRENCY_NOT_SUPPORTED';
      return transKind === 'AUTH' ? null : 'METHOD_NOT_SUPPORTED';
    },
    listOptions(request) {
      const preferred = preferredProviders(request.merchant.settings, 'PBL');
      return transferProviders(parts.providers, preferred).flatMap(({ name, banks }) =>
        (banks?.banks() ?? []).flatMap((bank) => option(parts, name, bank, request)),
      );
    },
    typeOf: (fields) => (fields.some((name) => bankFields.includes(name)) ? 'PBL' : undefined),
    start: (request, now) => Promise.resolve(startTransfer(parts, request, now)),
  }),
};

function option(
  parts: MethodParts,
  provider: string,
  bank: Bank,
  { status, iconUrl }: OptionsRequest,
): object[] {
  const limits = limitsOf(bank);
  if (!limits) return [];
  const isUp = isBankOpen(bank, parts.clock.now()) && isProviderUp(parts.providers, provider);
  return [
    {
      provider,
      bank: String(bank.bankId),
      bankId: bank.bankId,
      iconURL: bank.iconUrl ?? iconUrl('bank'),
      name: bank.name,
      status: status !== 'ENABLED' || isUp ? status : 'UNAVAILABLE',
      minAmount: amountView(limits.minMinor, TRANSFER_CURRENCY),
      maxAmount: amountView(limits.maxMinor, TRANSFER_CURRENCY),
      availability: bank.hours ? `${bank.hours.from}-${bank.hours.to}` : '00:00-24:00',
    },
  ];
}

function startTransfer(parts: MethodParts, request: MethodRequest, now: TimeAndIds): MethodStep {
  const { instrument, payment, mustBeComplete } = request;
  const bankId = instrument && readBankId(instrument, mustBeComplete);
  if (bankId === undefined) return needStep('INSTRUMENT', ['instrument.bank']);
  // A transfer cannot be repeated without the customer.
  if (payment.recurring !== null) return refuseStep('METHOD_NOT_SUPPORTED');
  const offers = findOffers(parts, request, bankId);
  if (offers.length === 0) return unknownBank(parts, request);
  const reasons = offers.map((bank) =>
    isProviderUp(parts.providers, bank.provider)
      ? reasonAgainstBank(bank, payment.amountMinor, now.at)
      : 'PROVIDER_UNAVAILABLE',
  );
  const chosen = offers[reasons.indexOf(null)];
  if (!chosen) return refuseStep(reasons[0] ?? 'BANK_UNAVAILABLE');
  return {
    ...plainAuthorization,
    means: meansOf(request, bankId),
    waitUntil: payment.validUntil,
    provider: chosen.provider,
  };
}

/** The bank at every provider that the payment may use. */
function findOffers(parts: MethodParts, request: MethodRequest, bankId: number): readonly Bank[] {
  const named = request.instrument?.provider;
  const preferred = preferredProviders(request.merchant.settings, 'PBL');
  return transferProviders(parts.providers, preferred)
    .filter(({ name }) => named === undefined || named === name)
    .flatMap(({ banks }) => banks?.banks().filter((bank) => bank.bankId === bankId) ?? []);
}

/** Without any list it is not known which banks exist; a provider that is not offered is named. */
function unknownBank(parts: MethodParts, { merchant, instrument }: MethodRequest): MethodStep {
  const preferred = preferredProviders(merchant.settings, 'PBL');
  const providers = transferProviders(parts.providers, preferred);
  const named = instrument?.provider;
  const names = providers.map(({ name }) => name);
  if (named !== undefined && !names.includes(named)) {
    throw invalid('instrument.provider', `must be ${names.join(' or ')}, or be left out`);
  }
  const asked = providers.filter(({ name }) => named === undefined || named === name);
  const hasList = asked.some(({ banks }) => (banks?.banks().length ?? 0) > 0);
  if (!hasList) return refuseStep('PROVIDER_UNAVAILABLE');
  const field = instrument?.bank === undefined ? 'bankId' : 'bank';
  throw invalid(`instrument.${field}`, 'must be a bank of GET /v1/ecommerce/payment/methods/PBL');
}

/** Undefined: it may follow. */
function readBankId(instrument: Instrument, mustBeComplete: boolean): number | undefined {
  const { bank, bankId } = instrument;
  if (bank === undefined && bankId === undefined) {
    if (mustBeComplete) throw invalid('instrument.bank', 'is required with type PBL');
    return undefined;
  }
  if (bank !== undefined && !/^[1-9][0-9]{0,8}$/.test(bank)) {
    throw invalid('instrument.bank', 'must be a bank of GET /v1/ecommerce/payment/methods/PBL');
  }
  if (bank !== undefined && bankId !== undefined && Number(bank) !== bankId) {
    throw invalid('instrument.bankId', 'must be the number in instrument.bank, or be left out');
  }
  return bankId ?? Number(bank);
}

function meansOf(request: MethodRequest, bankId: number): RedirectMeans {
  const { payment, merchant } = request;
  return {
    kind: 'redirect',
    bankId,
    payer: payerOf(request),
    description: payment.description ?? payment.extOrderId ?? merchant.settings.name,
    validUntil: payment.validUntil + PROVIDER_MARGIN_MS,
  };
}

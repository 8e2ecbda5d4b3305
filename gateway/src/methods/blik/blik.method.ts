// Payments by BLIK: with a code, with an alias (OneClick), or recurring without the customer. The
// customer usually confirms in the bank app, so that the payment waits for a person.

import type { TimeAndIds } from '../../core/id.ts';
import { optionalFlag } from '../../http/schema.ts';
import { invalid, refuse } from '../../core/refusals.ts';
import { open } from '../../core/secret.ts';
import type { Attempt } from '../../providers/attempt.ts';
import { blikConnection } from '../../providers/blik/connection.ts';
import { blikRejectReasons } from '../../providers/blik/reasons.ts';
import type { RejectReason } from '../../providers/reject-reason.ts';
import type { Instrument } from '../instrument.ts';
import type {
  DeclineReport,
  MethodDefinition,
  MethodParts,
  MethodRequest,
  PaymentFit,
} from '../method.ts';
import {
  needStep,
  plainAuthorization,
  refuseStep,
  type MethodStep,
  type StepAfterDecline,
} from '../method-step.ts';
import { payerOf } from '../payer.ts';
import { aliasOffer, withOwnAlias } from './blik-alias.ts';
import { blikFields, blikInstruments, blikRequests } from './blik-fields.ts';
import { readTicket, wrongApp } from './blik-instrument.ts';
import { PAYID_MAX_MINOR, readRegistration } from './blik-registration.ts';
import { blikSettings } from './settings.ts';

/** 0.01 to 50 000 PLN per payment. */
const MAX_MINOR = 5_000_000n;
/** Codes per payment. */
const MAX_TRIES = 3;
/** What the operator needs after the last moment of a confirmation. */
export const CONFIRM_MARGIN_MS = 15_000;

export const blikMethod: MethodDefinition = {
  name: 'BLIK',
  title: 'BLIK',
  meaning: 'BLIK, the Polish mobile payment.',
  means: ['BLIK'],
  providers: [blikConnection],
  settings: blikSettings,
  instruments: blikInstruments,
  fields: blikFields,
  timeOutCode: 'BLIK_USER_TIMEOUT',
  rejectReasons: blikRejectReasons,
  dataRequests: blikRequests,
  offerFields: {
    oneClick: optionalFlag('BLIK only: the customer pays without a code (BLIK_UID).'),
    registerAlias: optionalFlag('BLIK only: registerAlias can be sent with a code.'),
  },
  payOption: {
    flag: 'blik <code>',
    description: 'pay with this BLIK code; see `bramka triggers`',
    example: ['777123', 'with a BLIK code'],
    instrument: (code) => ({ type: 'BLIK_CODE', code }),
  },
  create: (parts) => ({
    fits,
    offer: (offer) => aliasOffer(parts, offer),
    typeOf(fields, current) {
      const isOnly = (...names: string[]): boolean => fields.every((name) => names.includes(name));
      if (fields.includes('code') && isOnly('code', 'alias', 'provider')) return 'BLIK_CODE';
      if (!fields.some((name) => name === 'alias' || name === 'app')) return undefined;
      if (!isOnly('alias', 'app', 'provider')) return undefined;
      if (current === 'BLIK_UID' || current === 'BLIK_PAYID') return current;
      return fields.includes('app') ? 'BLIK_UID' : undefined;
    },
    forCustomer: withOwnAlias,
    start: (request, now) => startBlik(parts, request, now),
    afterDecline: (report) => Promise.resolve(afterDecline(report)),
  }),
};

function fits({ currency, transKind, amountMinor }: PaymentFit) {
  if (currency !== 'PLN') return 'CURRENCY_NOT_SUPPORTED';
  // BLIK has no holds.
  if (transKind !== 'AUTH') return 'METHOD_NOT_SUPPORTED';
  return amountMinor > MAX_MINOR ? 'BLIK_LIMIT_EXCEEDED' : null;
}

async function startBlik(
  parts: MethodParts,
  request: MethodRequest,
  now: TimeAndIds,
): Promise<MethodStep> {
  const { payment, mustBeComplete } = request;
  if (!request.instrument) return needStep('BLIK_CODE', ['instrument.code']);
  const instrument = await withHeldAlias(parts, request, request.instrument, now);
  const ticket = readTicket(instrument);
  const field = instrument.type === 'BLIK_CODE' ? 'instrument.code' : 'instrument.alias';
  const register = readRegistration(request, instrument);
  if (!ticket && mustBeComplete) throw invalid(field, `is required for type ${instrument.type}`);
  if (!ticket) return needStep('BLIK_CODE', [field]);
  if (wrongCodes(request.attempts) >= MAX_TRIES) return refuseStep('BLIK_LIMIT_EXCEEDED');
  if (ticket.type === 'PAYID' && !request.merchant.settings.recurringAllowed) {
    return refuse('RECURRING_NOT_ALLOWED');
  }
  if (ticket.type === 'PAYID' && payment.amountMinor > PAYID_MAX_MINOR) {
    return refuseStep('BLIK_LIMIT_EXCEEDED');
  }
  const payer = payerOf(request);
  // The operator needs the address of a customer who confirms, and nothing else of the device. The
  // code is not stored, so it must be sent again with the address.
  if (ticket.type !== 'PAYID' && payer.ip === null) return needStep('DEVICE', ['device.ip']);
  return {
    ...plainAuthorization,
    means: { kind: 'blik', ticket, register, payer, description: descriptionOf(request) },
    held:
      ticket.type === 'CODE' ? null : await parts.vault.sealAlias(payment, ticket.alias, now.at),
    waitUntil: waitUntil(parts, now),
  };
}

/**
 * The chosen app of an alias that belongs to several: the alias of the declined call is still held,
 * so that only the app must be sent. An app of another alias is not in the list.
 */
async function withHeldAlias(
  { vault }: MethodParts,
  { payment, attempts, mustBeComplete, actor }: MethodRequest,
  instrument: Instrument,
  now: TimeAndIds,
): Promise<Instrument> {
  const choice = attempts.at(-1)?.customer;
  const isHeld = payment.cardHeld && payment.instrumentType === instrument.type;
  if (instrument.app === undefined || choice?.kind !== 'choose' || !isHeld) return instrument;
  const held = await vault.findPart(payment, now.at, { actor, reason: 'COMPLETE' });
  if (!held?.alias) return instrument;
  const alias = open(held.alias);
  const isOther = instrument.alias !== undefined && instrument.alias !== alias;
  const isListed = choice.apps.some(({ key }) => key === instrument.app);
  if (!isOther && !isListed) throw wrongApp();
  return mustBeComplete || isOther ? instrument : { ...instrument, alias };
}

/** A charge under an agreement needs no confirmation, but its result may come later as well. */
function waitUntil({ settings }: MethodParts, { at }: TimeAndIds) {
  return at + settings(blikSettings).confirmMs + CONFIRM_MARGIN_MS;
}

/** What the customer sees in the bank app. */
function descriptionOf({ payment, merchant }: MethodRequest): string {
  const what = payment.description ?? payment.extOrderId ?? '';
  const text = what === '' ? merchant.settings.name : `${merchant.settings.name}: ${what}`;
  return text.replace(/\p{Cc}/gu, ' ').slice(0, 200);
}

/** After a wrong code or an alias that cannot be used, the customer enters a code. */
function afterDecline(report: DeclineReport): StepAfterDecline | undefined {
  const { payment, attempts, finding } = report;
  const { rejectCode, apps } = finding;
  if (wrongCodes(attempts) + 1 >= MAX_TRIES) return undefined;
  if (rejectCode === 'BLIK_ALIAS_NONUNIQUE') {
    return apps && { kind: 'need', dataRequest: 'BLIK_APP', apps };
  }
  // Nobody is there to enter a code.
  if (payment.instrumentType === 'BLIK_PAYID') return undefined;
  const isCorrectable = isBeforePush(rejectCode) && reasonOf(rejectCode)?.retry === 'new-code';
  // A code follows, so an alias that cannot be used is dropped.
  return isCorrectable
    ? { kind: 'need', dataRequest: 'BLIK_CODE', dropsInstrument: true }
    : undefined;
}

function reasonOf(rejectCode: string): RejectReason | undefined {
  const reasons: Readonly<Record<string, RejectReason>> = blikRejectReasons;
  return reasons[rejectCode];
}

/** Whether the operator declined before it asked the customer. */
function isBeforePush(rejectCode: string): boolean {
  return /^BLIK_(WRONG_TICKET|TICKET_|ALIAS_)/.test(rejectCode);
}

/** Codes and aliases that were not right: more tries would help to guess codes. */
function wrongCodes(attempts: readonly Attempt[]): number {
  return attempts.filter(({ rejectCode }) => isBeforePush(rejectCode ?? '')).length;
}

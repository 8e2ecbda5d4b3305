// The payment methods of this gateway, and what follows from their facts. A new one needs its
// folder and a line here.

import { defect } from '../core/assert.ts';
import { commonRejectReasons } from '../providers/reject-codes.ts';
import type { RejectCode } from '../providers/reject-codes.ts';
import type { RejectReason } from '../providers/reject-reason.ts';
import { apayMethod } from './apay/apay.method.ts';
import { blikMethod } from './blik/blik.method.ts';
import { c2pMethod } from './c2p/c2p.method.ts';
import { cardMethod } from './card/card.method.ts';
import { commonRequests, type DataRequestFacts } from './data-request.ts';
import { gpayMethod } from './gpay/gpay.method.ts';
import type { InstrumentFacts, MethodFacts } from './method-facts.ts';
import type { MethodDefinition, MethodParts, PaymentMethod } from './method.ts';
import { pblMethod } from './pbl/pbl.method.ts';

export const methodDefinitions: readonly MethodDefinition[] = [
  cardMethod,
  blikMethod,
  pblMethod,
  gpayMethod,
  apayMethod,
  c2pMethod,
];

const byName = new Map(methodDefinitions.map((method) => [method.name, method]));
const byType = new Map(
  methodDefinitions.flatMap((method) =>
    Object.keys(method.instruments).map((type) => [type, method]),
  ),
);

export const methodNames: readonly string[] = [...byName.keys()];

export const methodTitles: Readonly<Record<string, string>> = Object.fromEntries(
  methodDefinitions.map(({ name, title }) => [name, title]),
);

export const methodMeanings: Readonly<Record<string, string>> = Object.fromEntries(
  methodDefinitions.map(({ name, meaning }) => [name, meaning]),
);

/** What each method contributes, in one record. */
export function ofAllMethods<T>(
  part: (method: MethodFacts) => Readonly<Record<string, T>> | undefined,
): Readonly<Record<string, T>> {
  return Object.fromEntries(
    methodDefinitions.flatMap((method) => Object.entries(part(method) ?? {})),
  );
}

export const instrumentTypes = ofAllMethods<InstrumentFacts>(({ instruments }) => instruments);

export const instrumentMeanings: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(instrumentTypes).map(([type, { meaning }]) => [type, meaning]),
);

/** Undefined: no method has this name. */
export function methodFacts(name: string | null | undefined): MethodFacts | undefined {
  return name === null || name === undefined ? undefined : byName.get(name);
}

/** The code of a payment whose customer did not act at the provider in time. */
export function timeOutCodeOf(method: string | null): RejectCode {
  return methodFacts(method)?.timeOutCode ?? 'EXPIRED';
}

/** The name of the method of an instrument type. */
export function methodOfType(type: string): string {
  return byType.get(type)?.name ?? defect(`no method has the instrument type ${type}`);
}

/** The methods that can fund the card of a recipient. */
export const fundingMethods: readonly string[] = methodDefinitions
  .filter(({ canFund }) => canFund)
  .map(({ name }) => name);

/** The types with which a customer can register an alias. */
export const aliasTypes: readonly string[] = Object.keys(instrumentTypes).filter(
  (type) => instrumentTypes[type]?.registersAlias !== undefined,
);

/** Whether an instrument of this type is a card by its number. */
export function isCardNumber(type: string | null | undefined): boolean {
  return instrumentTypes[type ?? '']?.isCardNumber === true;
}

/** Why a payment fails, for all methods. */
export const rejectReasons = {
  ...commonRejectReasons,
  ...ofAllMethods((method) => method.rejectReasons),
} as Readonly<Record<RejectCode, RejectReason>>;

const { CAPTURE, ...beforeCapture } = commonRequests;

/** What a payment can wait for, for all methods, in the order of the steps. */
export const dataRequests: Readonly<Record<string, DataRequestFacts>> = {
  ...beforeCapture,
  ...ofAllMethods((method) => method.dataRequests),
  CAPTURE,
};

export interface MethodRegistry {
  readonly list: readonly PaymentMethod[];
  /** Undefined: this version does not have the method. */
  find(method: string): PaymentMethod | undefined;
  findByType(type: string): PaymentMethod | undefined;
}

export function createMethods(parts: MethodParts): MethodRegistry {
  const list = methodDefinitions.map((method) => ({ ...method, ...method.create(parts) }));
  const named = new Map(list.map((method) => [method.name, method]));
  return {
    list,
    find: (name) => named.get(name),
    findByType: (type) => named.get(byType.get(type)?.name ?? ''),
  };
}

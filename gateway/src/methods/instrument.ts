// What the customer pays with, as it is sent (specification 2.4).

import { invalid, refuse } from '../core/refusals.ts';

/** The fields of the specification; other methods read their own fields by name. */
export interface Instrument {
  readonly type: string;
  readonly provider?: string;
  readonly payload?: string;
  readonly instrumentNo?: string;
  readonly encInstrumentNo?: string;
  readonly instrumentRef?: string;
  readonly tokenId?: string;
  readonly token?: string;
  readonly expDate?: string;
  readonly encExpDate?: string;
  readonly cvv?: string;
  readonly encCvv?: string;
  readonly holder?: string;
  readonly cardMask?: string;
  readonly code?: string;
  readonly alias?: string;
  readonly app?: string;
  readonly bank?: string;
  readonly bankId?: number;
  readonly [field: string]: string | number | undefined;
}

/** Fields that every type has. */
export const commonFields = ['type', 'provider', 'payload'] as const;

/**
 * Refuses fields of other types (`all` has those of every type). Names that no instrument has are
 * ignored, as everywhere in a request.
 */
export function refuseForeignFields(
  own: readonly string[],
  all: Readonly<Record<string, unknown>>,
  instrument: Instrument,
): void {
  const foreign = Object.keys(instrument).find(
    (name) =>
      name in all &&
      instrument[name] !== undefined &&
      !own.includes(name) &&
      !commonFields.some((common) => common === name),
  );
  if (foreign === undefined) return;
  const { type } = instrument;
  throw invalid(`instrument.${foreign}`, `does not belong to an instrument of type ${type}`);
}

/** For what only the merchant may name. */
export function refuseForCustomer(field: string, what: string): never {
  const message = `${what} can only be sent with a MERCHANT token`;
  return refuse('TOKEN_NOT_FOR_THIS', [{ field, message }]);
}

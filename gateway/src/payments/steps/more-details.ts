// The data that is sent for a waiting payment, and the details of the payment with it.

import { present } from '../../core/json/present.ts';
import { knownFields } from '../../http/schema.ts';
import type { Instrument } from '../../methods/instrument.ts';
import type { SeenBrowser } from '../../providers/means.ts';
import { customerSchema, type CustomerData } from '../fields/customer.ts';
import { deviceSchema, type DeviceData } from '../fields/device.ts';
import type { Payment } from '../model/payment.ts';
import type { PaymentDetails } from '../model/payment-details.ts';
import type { FindKind } from '../requests/find-payment.ts';

/** Only known fields; a part without any is absent. */
export interface CompletionData {
  readonly instrument?: Partial<Instrument> | undefined;
  readonly device?: DeviceData | undefined;
  readonly customer?: CustomerData | undefined;
  /** The customer agrees to register an alias with this instrument. */
  readonly registerAlias?: boolean | undefined;
  /** The customer agrees to save the card of this try. */
  readonly saveCard?: boolean | undefined;
  /** The browser that sent this; it counts only with a CLIENT token. */
  readonly seen?: SeenBrowser | undefined;
  /** The instrument replaces what is held instead of completing it. */
  readonly mustBeComplete: boolean;
  /** Absent: a payment. */
  readonly kind?: FindKind;
}

/** A customer who continues in a browser has left the app, and vice versa. */
function mergeDevice(
  { browserData, sdk, ...rest }: DeviceData = {},
  given: DeviceData,
): DeviceData {
  const isOneKind = (given.browserData === undefined) !== (given.sdk === undefined);
  return { ...rest, ...(isOneKind ? {} : present({ browserData, sdk })), ...given };
}

/** The provider that an earlier try named does not count for another instrument. */
export function moreDetails(
  stored: PaymentDetails,
  given: CompletionData,
  { rejectCode, instrumentType }: Payment,
): PaymentDetails | undefined {
  const { instrument } = given;
  const provider = instrument?.provider;
  const isOther = given.mustBeComplete || instrument?.type !== instrumentType;
  const isNextTry = rejectCode !== null && instrument !== undefined && isOther;
  const { provider: named, ...rest } = stored;
  const before = isNextTry ? rest : stored;
  const isForgotten = isNextTry && named !== undefined;
  const isMore = given.device !== undefined || given.customer !== undefined;
  if (!isMore && provider === undefined && !isForgotten) return undefined;
  const device = given.device ? knownFields(deviceSchema, given.device) : {};
  const customer = given.customer ? knownFields(customerSchema, given.customer) : {};
  return {
    ...before,
    ...(provider === undefined ? {} : { provider }),
    ...(given.device ? { device: mergeDevice(before.device, device) } : {}),
    ...(given.customer ? { customer: { ...before.customer, ...customer } } : {}),
  };
}

// The details of a waiting payment, with the data that was sent for it.

import { present } from '../../core/json/present.ts';
import { knownFields } from '../../http/schema.ts';
import { customerSchema } from '../fields/customer.ts';
import { deviceSchema, type DeviceData } from '../fields/device.ts';
import type { Payment } from '../payment.ts';
import type { PaymentDetails } from '../payment-details.ts';
import type { CompletionData } from './complete-payment.ts';

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
  const isOther = given.isWhole || instrument?.type !== instrumentType;
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

// What comes in: every endpoint, one line each, in the order of the specification.

import type { MerchantTools } from './merchants/administer.ts';
import {
  createMerchant,
  listMerchants,
  readMerchant,
  rollSecret,
  updateMerchant,
} from './admin/endpoints/merchants.ts';
import { rotateKeys } from './admin/endpoints/rotate-keys.ts';
import { authenticate, type AuthenticateParts } from './auth/endpoints/authenticate.ts';
import type { SigningKeys } from './auth/signing-keys.ts';
import { route, type Route } from './http/endpoint.ts';
import { createPayment } from './payments/endpoints/create.ts';
import { listTransactions } from './payments/endpoints/list-transactions.ts';
import { readStatus } from './payments/endpoints/read-status.ts';
import { readPayment } from './payments/endpoints/read.ts';
import type { PaymentParts } from './payments/parts.ts';

export interface Rooms {
  readonly auth: AuthenticateParts;
  readonly payments: PaymentParts;
  readonly merchants: MerchantTools;
  readonly keys: SigningKeys;
}

export function routes({ auth, payments, merchants, keys }: Rooms): Route[] {
  return [
    route('POST', '/v1/ecommerce/auth', authenticate(auth)),

    route('POST', '/v1/ecommerce/payment', createPayment(payments)),
    route('GET', '/v1/ecommerce/payment/{paymentId}', readPayment(payments)),
    route('GET', '/v1/ecommerce/payment/{paymentId}/status', readStatus(payments)),
    route('GET', '/v1/ecommerce/payment/{paymentId}/transactions', listTransactions(payments)),

    route('POST', '/v1/admin/merchants', createMerchant(merchants)),
    route('GET', '/v1/admin/merchants', listMerchants(merchants)),
    route('GET', '/v1/admin/merchants/{merchantId}', readMerchant(merchants)),
    route('PATCH', '/v1/admin/merchants/{merchantId}', updateMerchant(merchants)),
    route('POST', '/v1/admin/merchants/{merchantId}/secrets', rollSecret(merchants)),
    route('POST', '/v1/admin/keys/rotate', rotateKeys(keys)),
  ];
}

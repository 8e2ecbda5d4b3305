// Commands to paste into a shell, with the address under which the reader has opened the sandbox.

import type { DemoShop } from './parts.ts';

export interface CommandBase {
  /** The address of this gateway, such as http://127.0.0.1:8080. */
  readonly origin: string;
  readonly shop: DemoShop;
}

const json = "-H 'Content-Type: application/json'";
const authorized = '-H "Authorization: Bearer $TOKEN"';

/** Stores an access token in the variable TOKEN. */
export function tokenCommand({ origin, shop }: CommandBase): string {
  return `TOKEN=$(curl -s ${origin}/v1/ecommerce/auth \\
  ${json} \\
  -d '{"merchant":{"merchantId":"${shop.merchantId}"},
       "secret":"${shop.apiSecret}"}' \\
  | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')`;
}

export function paymentCommand({ origin }: CommandBase): string {
  return `curl -s ${origin}/v1/ecommerce/payment \\
  ${authorized} \\
  ${json} \\
  -d '{"method":"CARD",
       "order":{"amount":19.99,"currency":"PLN"},
       "instrument":{"type":"CARD",
                     "instrumentNo":"4111111111111111",
                     "expDate":"203512","cvv":"123"}}'`;
}

export function readCommand({ origin }: CommandBase, paymentId: string): string {
  return `curl -s ${authorized} \\
  ${origin}/v1/ecommerce/payment/${paymentId}/status`;
}

/** An operation of the payment, such as capture. */
export function operationCommand(
  { origin }: CommandBase,
  paymentId: string,
  operation: string,
  body: string,
): string {
  return `curl -s ${origin}/v1/ecommerce/payment/${paymentId}/${operation} \\
  ${authorized} \\
  ${json} \\
  -d '${body}'`;
}

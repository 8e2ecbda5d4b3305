// What the control API of the simulated token service shows of a token: no whole number.

import { isoTime } from '@bramka/gateway/core/clock.ts';
import type { Numbers } from '../numbers.ts';
import type { TokenRow } from '../rows.ts';

export type TokenView = ReturnType<typeof tokenView>;

export function tokenView(token: TokenRow, { tokenExpiry, cardExpiry }: Numbers) {
  const { instrumentRef, scheme, merchantId, status, tokenLastFour, cardLastFour } = token;
  return {
    instrumentRef,
    scheme,
    merchantId,
    status,
    tokenLastFour,
    expiry: tokenExpiry,
    cardLastFour,
    cardExpiry,
    paymentAccountReference: token.accountReference,
    visualId: token.visualId,
    cryptograms: token.cryptograms,
    sequence: token.sequence,
    createdAt: isoTime(token.createdAt),
  };
}

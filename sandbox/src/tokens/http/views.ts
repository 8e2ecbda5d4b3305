// What the control API of the simulated token service shows of a token: no whole number.

import { isoTime } from '@bramka/gateway/core/clock.ts';
import type { ShownToken } from '../changes.ts';

export type TokenView = ReturnType<typeof tokenView>;

export function tokenView(token: ShownToken) {
  const { instrumentRef, scheme, merchantId, status, tokenLastFour, cardLastFour } = token;
  return {
    instrumentRef,
    scheme,
    merchantId,
    status,
    tokenLastFour,
    expiry: token.expiries.tokenExpiry,
    cardLastFour,
    cardExpiry: token.expiries.cardExpiry,
    paymentAccountReference: token.accountReference,
    visualId: token.visualId,
    cryptograms: token.cryptograms,
    sequence: token.sequence,
    createdAt: isoTime(token.createdAt),
  };
}

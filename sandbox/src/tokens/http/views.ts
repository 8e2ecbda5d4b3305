// What the control API of the simulated token service shows of a token: no whole number.

import { isoTime } from '@bramka/gateway/core/clock.ts';
import type { ShownToken } from '../changes.ts';

export interface TokenView {
  readonly instrumentRef: string;
  readonly scheme: string;
  readonly merchantId: string;
  readonly status: string;
  readonly tokenLastFour: string;
  readonly expiry: string;
  readonly cardLastFour: string;
  readonly cardExpiry: string;
  readonly paymentAccountReference: string;
  readonly visualId: string;
  readonly cryptograms: number;
  readonly sequence: number;
  readonly createdAt: string;
}

export function tokenView(token: ShownToken): TokenView {
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

// The means of each payment method: which providers can be used for it.

import type { Method } from '../merchants/merchant.ts';
import type { MeansKind } from '../providers/means.ts';

export const methodMeans: Readonly<Record<Method, readonly MeansKind[]>> = {
  CARD: ['PAN', 'NETWORK_TOKEN'],
  BLIK: ['BLIK'],
  PBL: ['REDIRECT'],
  GPAY: ['PAN', 'NETWORK_TOKEN'],
  APAY: ['NETWORK_TOKEN'],
  C2P: ['PAN', 'NETWORK_TOKEN'],
};

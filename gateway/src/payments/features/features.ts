// Every feature of a payment, in the order in which they are checked. A new feature is a line here.

import type { DepsOf } from '../../http/endpoint.ts';
import { framing } from '../links/look.ts';
import { split } from './split/new-split.ts';
import { tokenizing } from './tokenizing.ts';
import { cardTries } from './card-tries.ts';
import type { FeatureUse, PaymentRequest } from './feature.ts';
import { funding } from './funding.ts';
import { series } from './series.ts';

const features = [framing, funding, split, series, tokenizing, cardTries];

/** What the features do with this request. */
export async function readFeatures(
  deps: DepsOf<
    typeof funding | typeof split | typeof series | typeof tokenizing | typeof cardTries
  >,
  request: PaymentRequest,
): Promise<readonly FeatureUse[]> {
  const uses: FeatureUse[] = [];
  for (const feature of features) {
    const use = feature(deps, request);
    const read = use instanceof Promise ? await use : use;
    if (read) uses.push(read);
  }
  return uses;
}

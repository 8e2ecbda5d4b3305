// The options of single methods (specification 4.2), such as banks and card organizations.

import { Type } from 'typebox';
import { endpoint, type DepsOf } from '../../http/endpoint.ts';
import { methodDefinitions } from '../../methods/registry.ts';
import type { PaymentParts } from '../processing/parts.ts';
import { offerTo } from '../requests/offer.ts';

const sameAsList =
  'The method has the same status as in the list of methods: with a MERCHANT token for the ' +
  'channel of the token, with a CLIENT token for its payment.';

type OptionsDeps = Pick<PaymentParts, 'methods' | 'links'> & DepsOf<typeof offerTo>;

/** One endpoint for each method that has options. */
export const listMethodOptions = methodDefinitions.flatMap(({ name, options }) =>
  options
    ? [
        endpoint(
          {
            method: 'GET',
            path: `/v1/ecommerce/payment/methods/${name}`,
            summary: options.summary,
            description: [options.description, sameAsList].filter(Boolean).join(' '),
            access: 'merchant-or-client',
            resource: 'PAYMENT',
            reply: Type.Array(options.item),
          },
          async (parts: OptionsDeps, { caller }) => {
            const { merchant, statusOf } = await offerTo(parts, caller);
            const iconUrl = (icon: string) => parts.links.at(`/icons/${icon.toLowerCase()}.svg`);
            const request = { merchant, status: await statusOf(name), iconUrl };
            return parts.methods.find(name)?.listOptions?.(request) ?? [];
          },
        ),
      ]
    : [],
);

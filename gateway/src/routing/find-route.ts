// Finds the route of an authorization: the merchant's providers of the method, in their order.

import { preferredProviders } from '../merchants/preferred-providers.ts';
import type { FindRoute } from './route.ts';

export const findRoute: FindRoute = (settings, { method }) => {
  const providers = preferredProviders(settings, method);
  const why = providers ? 'the providers of the method' : 'any provider that can do it';
  return { rule: null, why, providers };
};

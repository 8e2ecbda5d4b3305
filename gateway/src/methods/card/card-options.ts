// The card organizations, as the list of the options of cards.

import { Type } from 'typebox';
import { organizations } from '../../cards/card-number.ts';
import type { OptionsFacts } from '../method-facts.ts';
import type { MethodParts, OptionsRequest } from '../method.ts';

const text = (description: string) => Type.String({ description });

export const organizationOptions: OptionsFacts = {
  summary: 'List the card organizations of method CARD',
  description: 'Empty if the method is not ENABLED.',
  item: Type.Object({
    provider: text('Acquirer of the merchant.'),
    organization: text('Card organization.'),
    iconURL: text('Address of the logo, an SVG.'),
    tokenization: Type.Boolean({
      description: 'Whether cards can be stored as tokens and paid with later.',
    }),
    threeDS: Type.Boolean({ description: 'Whether 3-D Secure is available.' }),
  }),
};

export function listOrganizations(
  { providers, threeds }: Pick<MethodParts, 'providers' | 'threeds'>,
  { status, iconUrl }: OptionsRequest,
): readonly object[] {
  if (status !== 'ENABLED') return [];
  const choice = providers.choose({ means: 'PAN' });
  return organizations.map((organization) => ({
    provider: choice.kind === 'chosen' ? choice.provider.name : '',
    organization,
    iconURL: iconUrl(organization),
    tokenization: true,
    threeDS: threeds.directory !== null,
  }));
}

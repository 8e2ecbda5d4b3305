// The options of single methods (specification 4.2): banks, card organizations, Click to Pay. Lists
// come from configuration and registries.

import { Type } from 'typebox';
import { exactNumber } from '../../core/json.ts';
import { formatAmount, money } from '../../core/money.ts';
import { endpoint, type DepsOf } from '../../http/endpoint.ts';
import { amountReply, oneOf } from '../../http/schema.ts';
import { availabilityMeanings } from '../../methods/availability-status.ts';
import type { PaymentParts } from '../processing/parts.ts';
import { offerTo } from '../requests/offer.ts';

const clickToPay = ['VISA', 'MASTERCARD'] as const;

const sameAsList =
  'The method has the same status as in the list of methods: with a MERCHANT token for the ' +
  'channel of the token, with a CLIENT token for its payment.';

const icon = ({ links }: Pick<PaymentParts, 'links'>, name: string): string =>
  links.at(`/icons/${name.toLowerCase()}.svg`);
const text = (description: string) => Type.String({ description });

type OptionsDeps = Pick<PaymentParts, 'methods' | 'links'> & DepsOf<typeof offerTo>;

export const listBanks = endpoint(
  {
    method: 'GET',
    path: '/v1/ecommerce/payment/methods/PBL',
    summary: 'List the banks of method PBL',
    description: sameAsList,
    access: 'merchant-or-client',
    resource: 'PAYMENT',
    reply: Type.Array(
      Type.Object({
        provider: oneOf(
          {
            BM: 'Autopay (Blue Media).',
            PA: 'A second intermediary.',
          },
          'Intermediary that makes the transfer.',
        ),
        bank: text('Value of instrument.bank.'),
        bankId: Type.Integer({ description: 'Value of instrument.bankId.' }),
        iconURL: text('Address of the logo.'),
        name: text('Name of the bank, to show to the customer.'),
        status: oneOf(availabilityMeanings, 'Whether it can be used.'),
        minAmount: amountReply('Lowest amount in PLN'),
        maxAmount: amountReply('Highest amount in PLN'),
        availability: text('Hours in which the bank takes transfers, local time.'),
      }),
    ),
  },
  async (parts: OptionsDeps, { caller }) => {
    const { merchant, statusOf } = await offerTo(parts, caller);
    const status = await statusOf('PBL');
    const options = parts.methods.find('PBL')?.options(merchant.settings) ?? [];
    return options.map((bank) => ({
      provider: bank.provider,
      bank: bank.code,
      bankId: bank.id,
      iconURL: bank.iconUrl ?? icon(parts, 'bank'),
      name: bank.name,
      status: status === 'ENABLED' ? bank.status : status,
      minAmount: plnAmount(bank.minMinor ?? 0n),
      maxAmount: plnAmount(bank.maxMinor ?? 0n),
      availability: bank.hours ?? '00:00-24:00',
    }));
  },
);

function plnAmount(minor: bigint): unknown {
  return exactNumber(formatAmount(money(minor, 'PLN')));
}

export const listCardOrganizations = endpoint(
  {
    method: 'GET',
    path: '/v1/ecommerce/payment/methods/CARD',
    summary: 'List the card organizations of method CARD',
    description: `Empty if the method is not ENABLED. ${sameAsList}`,
    access: 'merchant-or-client',
    resource: 'PAYMENT',
    reply: Type.Array(
      Type.Object({
        provider: text('Acquirer of the merchant.'),
        organization: text('Card organization.'),
        iconURL: text('Address of the logo, an SVG.'),
        tokenization: Type.Boolean({
          description: 'Whether cards can be stored as tokens and paid with later.',
        }),
        threeDS: Type.Boolean({ description: 'Whether 3-D Secure is available.' }),
      }),
    ),
  },
  async (parts: OptionsDeps & Pick<PaymentParts, 'threeds'>, { caller }) => {
    const { merchant, statusOf } = await offerTo(parts, caller);
    const on = (await statusOf('CARD')) === 'ENABLED';
    const options = on ? (parts.methods.find('CARD')?.options(merchant.settings) ?? []) : [];
    return options.map(({ provider, code }) => ({
      provider: provider ?? '',
      organization: code,
      iconURL: icon(parts, code),
      tokenization: true,
      threeDS: parts.threeds.directory !== null,
    }));
  },
);

export const listClickToPay = endpoint(
  {
    method: 'GET',
    path: '/v1/ecommerce/payment/methods/C2P',
    summary: 'List the organizations of method C2P',
    description: `Empty if the merchant does not take part in Click to Pay. ${sameAsList}`,
    access: 'merchant-or-client',
    resource: 'PAYMENT',
    reply: Type.Array(
      Type.Object({
        provider: text('C2P.'),
        organization: text('Card organization.'),
        dpaId: text('Id of the shop at Click to Pay.'),
        sdkURL: text('Address of the Click to Pay script, with the dpaId in it.'),
        iconURL: text('Address of the logo, an SVG.'),
      }),
    ),
  },
  async (parts: OptionsDeps & Pick<PaymentParts, 'wallets'>, { caller }) => {
    const { merchant, statusOf } = await offerTo(parts, caller);
    const on = (await statusOf('C2P')) !== 'DISABLED';
    const { dpaId } = merchant.settings;
    const sdk = parts.wallets.clickToPay?.sdkUrl();
    if (!on || !dpaId || sdk === undefined) return [];
    return clickToPay.map((organization) => ({
      provider: 'C2P',
      organization,
      dpaId,
      sdkURL: sdkUrlFor(sdk, dpaId),
      iconURL: icon(parts, organization),
    }));
  },
);

function sdkUrlFor(sdk: string, dpaId: string): string {
  const url = new URL(sdk);
  url.searchParams.set('dpaId', dpaId);
  return url.href;
}

// The methods endpoints (specification 4.2): the methods enabled for the merchant, and the options
// of single methods. Lists come from configuration and registries.

import { Type } from 'typebox';
import { exactNumber } from '../../core/json.ts';
import { formatAmount, money } from '../../core/money.ts';
import { refuse } from '../../core/refusals.ts';
import { organizations } from '../../cards/card-number.ts';
import type { Caller } from '../../http/caller.ts';
import { endpoint } from '../../http/endpoint.ts';
import { amountReply, oneOf } from '../../http/schema.ts';
import { methods, type Merchant, type Method } from '../../merchants/merchant.ts';
import { availabilityOf } from '../../methods/availability.ts';
import { availabilityMeanings, type Availability } from '../../methods/availability-status.ts';
import { chosenMethodOf, methodLimit } from '../requests/check-request.ts';
import { findPayment, paymentParams } from '../requests/find-payment.ts';
import { blikAliasOf } from '../replies/blik-alias.ts';
import { methodsReply } from '../replies/methods.view.ts';
import type { PaymentParts } from '../parts.ts';
import type { Payment } from '../payment.ts';
import { maySaveCard } from '../steps/save-card.ts';

const clickToPay = ['VISA', 'MASTERCARD'] as const;

export function listMethods(parts: PaymentParts) {
  return endpoint({
    summary: 'List the payment methods of the merchant',
    description: "All are DISABLED when the token's channel is not enabled for the merchant.",
    access: 'merchant',
    resource: 'PAYMENT',
    reply: methodsReply,
    async answer({ caller }) {
      const { statusOf } = await offerTo(parts, caller);
      return { methods: await entries(parts, statusOf) };
    },
  });
}

export function listPaymentMethods(parts: PaymentParts) {
  return endpoint({
    summary: 'List the payment methods a payment can be paid with',
    access: 'merchant-or-client',
    resource: 'PAYMENT',
    params: paymentParams,
    reply: methodsReply,
    refusals: ['PAYMENT_NOT_FOUND'],
    async answer({ params, caller }) {
      const payment = await findPayment(parts, caller, params.paymentId);
      const { merchant, details, statusOf } = await offerFor(parts, payment);
      const alias = await blikAliasOf(parts, payment, details);
      const savesCards = maySaveCard(payment, details, merchant);
      return {
        methods: (await entries(parts, statusOf)).map((one) => {
          if (one.method === 'BLIK') return { ...one, ...alias };
          const mayBeSaved = one.method === 'CARD' && one.status === 'ENABLED' && savesCards;
          return mayBeSaved ? { ...one, savesCards } : one;
        }),
      };
    },
  });
}

function hasChannel({ settings }: Merchant, channel: string | null): boolean {
  return channel === null || settings.channels.some((one) => one === channel);
}

type StatusOf = (method: Method) => Promise<Availability>;

/** What can be used, for the list of methods and for the lists of single methods alike. */
interface Offer {
  readonly merchant: Merchant;
  readonly statusOf: StatusOf;
}

/** To a merchant in general, by the channel of its token; to a page, for its payment. */
async function offerTo(parts: PaymentParts, caller: Caller): Promise<Offer> {
  if (caller.kind === 'client') {
    // A page with a replaced link is refused, even when the endpoint names no payment.
    return offerFor(parts, await findPayment(parts, caller, caller.paymentId));
  }
  const found = 'merchantId' in caller ? await parts.merchants.find(caller.merchantId) : null;
  const merchant = found ?? refuse('TOKEN_INVALID');
  const isOpen = hasChannel(merchant, 'channel' in caller ? caller.channel : null);
  const statusOf: StatusOf = async (method) =>
    isOpen ? availabilityOf(parts, method, merchant) : 'DISABLED';
  return { merchant, statusOf };
}

async function offerFor(parts: PaymentParts, payment: Payment) {
  const merchant = (await parts.merchants.find(payment.merchantId)) ?? refuse('TOKEN_INVALID');
  const details = await parts.store.details(payment.merchantId, payment.paymentId);
  const { options, provider } = details;
  const method = chosenMethodOf(payment, details);
  const occasion = { ...payment, method, limit: methodLimit(options), provider };
  const statusOf: StatusOf = (one) => availabilityOf(parts, one, merchant, occasion);
  return { merchant, details, statusOf };
}

function entries(parts: PaymentParts, statusOf: StatusOf) {
  return Promise.all(methods.map(async (method) => entry(parts, method, await statusOf(method))));
}

function entry(parts: PaymentParts, method: Method, status: Availability) {
  return {
    method,
    status,
    ...(method === 'CARD' ? { cardGroups: [...organizations] } : {}),
    ...(method === 'GPAY' && status === 'ENABLED' ? googlePayOf(parts) : {}),
  };
}

/** What a page needs to ask Google Pay for a token to this gateway. */
function googlePayOf({ wallets }: PaymentParts) {
  const { recipientId, merchantId } = wallets.google ?? {};
  return {
    ...(recipientId === undefined ? {} : { gateway: recipientId.replace(/^gateway:/, '') }),
    ...(merchantId ? { googleMerchantId: merchantId } : {}),
  };
}

const sameAsList =
  'The method has the same status as in the list of methods: with a MERCHANT token for the ' +
  'channel of the token, with a CLIENT token for its payment.';

const icon = ({ links }: PaymentParts, name: string): string =>
  links.at(`/icons/${name.toLowerCase()}.svg`);
const text = (description: string) => Type.String({ description });

export function listBanks(parts: PaymentParts) {
  return endpoint({
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
    async answer({ caller }) {
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
  });
}

function plnAmount(minor: bigint): unknown {
  return exactNumber(formatAmount(money(minor, 'PLN')));
}

export function listCardOrganizations(parts: PaymentParts) {
  return endpoint({
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
    async answer({ caller }) {
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
  });
}

export function listClickToPay(parts: PaymentParts) {
  return endpoint({
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
    async answer({ caller }) {
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
  });
}

function sdkUrlFor(sdk: string, dpaId: string): string {
  const url = new URL(sdk);
  url.searchParams.set('dpaId', dpaId);
  return url.href;
}

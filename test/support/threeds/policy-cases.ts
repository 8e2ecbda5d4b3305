// The effects of a merchant's SCA policy as a table: the policy, the payment, what the customer has
// to do, and how it ends.

import type { Json } from '../client.ts';
import { cards } from './challenge.ts';
import { completedOutcome, rejectedOutcome, type Outcome } from './outcome.ts';
import { testCard } from './test-card.ts';

export interface PolicyCase {
  readonly name: string;
  readonly sca: Json;
  readonly card?: string;
  readonly amount?: number;
  readonly currency?: string;
  readonly options?: Json;
  /** No device data instead of a complete browser. */
  readonly withoutDevice?: true;
  /** What the customer has to do: nothing, or pass a challenge at once. */
  readonly customer: 'nothing' | 'challenge';
  readonly outcome: Outcome;
}

export const lowValue = { lowValueLimits: { PLN: '120.00' } };
export const risk = { traLimits: { PLN: '1000.00', EUR: '500.00' } };
export const byAuthentication = { exemptionRoute: 'AUTHENTICATION' };
export const atOwnRisk = { whenUnavailable: 'AUTHORIZE' };
export const informational = testCard('VISA', 'informational');
export const passed = completedOutcome('eci 05');

const exemptions: readonly PolicyCase[] = [
  {
    name: 'below the low-value limit there is no authentication and no device is needed',
    sca: lowValue,
    amount: 119.99,
    withoutDevice: true,
    customer: 'nothing',
    outcome: completedOutcome('LOW_VALUE'),
  },
  {
    name: 'an amount equal to the low-value limit is not exempt',
    sca: lowValue,
    amount: 120,
    customer: 'challenge',
    outcome: passed,
  },
  {
    name: 'a limit applies to its currency',
    sca: lowValue,
    amount: 1,
    currency: 'EUR',
    customer: 'challenge',
    outcome: passed,
  },
  {
    name: 'up to and including the TRA limit a payment is exempt',
    sca: risk,
    amount: 1000,
    customer: 'nothing',
    outcome: completedOutcome('TRA'),
  },
  {
    name: 'above the TRA limit the customer is authenticated',
    sca: risk,
    amount: 1000.01,
    customer: 'challenge',
    outcome: passed,
  },
  {
    name: 'the highest legal TRA limit is enforced',
    sca: risk,
    amount: 500,
    currency: 'EUR',
    customer: 'nothing',
    outcome: completedOutcome('TRA'),
  },
  {
    name: 'low value takes precedence over TRA',
    sca: { ...lowValue, ...risk },
    amount: 119.99,
    customer: 'nothing',
    outcome: completedOutcome('LOW_VALUE'),
  },
  {
    name: 'TRA applies above the low-value limit',
    sca: { ...lowValue, ...risk },
    amount: 120,
    customer: 'nothing',
    outcome: completedOutcome('TRA'),
  },
  {
    name: 'requested through 3-D Secure, status I leaves the exemption to the acquirer',
    sca: { ...risk, ...byAuthentication },
    card: informational,
    customer: 'nothing',
    outcome: completedOutcome('eci 07 TRA'),
  },
  {
    name: 'requested through 3-D Secure, low value is passed on to the acquirer',
    sca: { ...lowValue, ...byAuthentication },
    card: informational,
    amount: 50,
    customer: 'nothing',
    outcome: completedOutcome('eci 07 LOW_VALUE'),
  },
  {
    name: 'requested through 3-D Secure, an authentication replaces the exemption',
    sca: { ...risk, ...byAuthentication },
    card: cards.frictionless,
    customer: 'nothing',
    outcome: passed,
  },
  {
    name: 'requested through 3-D Secure, the issuer may challenge anyway',
    sca: { ...risk, ...byAuthentication },
    card: cards.challenge,
    customer: 'challenge',
    outcome: passed,
  },
  {
    name: 'requested through 3-D Secure, an exemption has no effect without an answer',
    sca: { ...risk, ...byAuthentication },
    card: cards.unavailable,
    customer: 'nothing',
    outcome: rejectedOutcome('SCA_UNAVAILABLE'),
  },
];

const series: readonly PolicyCase[] = [
  {
    name: 'the first payment of a series is always challenged',
    sca: { ...lowValue, ...risk },
    amount: 10,
    card: cards.softDecline,
    options: { recurring: 'INITIAL' },
    customer: 'challenge',
    outcome: passed,
  },
  {
    name: 'the first payment of a series may name its expiry and frequency',
    sca: {},
    card: cards.softDecline,
    customer: 'challenge',
    outcome: passed,
    options: { recurring: 'INITIAL', recurringExpDate: '20301231', recurringCycle: '28' },
  },
  {
    name: 'a policy of always challenging uses no exemption and requests a challenge',
    sca: { ...lowValue, ...risk, challenge: 'ALWAYS' },
    amount: 10,
    card: cards.softDecline,
    customer: 'challenge',
    outcome: passed,
  },
];

const unavailable: readonly PolicyCase[] = [
  { name: 'the issuer cannot authenticate', card: cards.unavailable, told: 'eci 07' },
  { name: 'decoupled authentication is not allowed', card: cards.decoupled, told: 'eci 07' },
  { name: 'the issuer is down', card: cards.issuerDown, told: '' },
  { name: 'the directory server is down', card: cards.directoryDown, told: '' },
  { name: 'the directory server answers unreadably', card: cards.directoryNonsense, told: '' },
].map(({ name, card, told }) => ({
  name: `the merchant accepts the risk if ${name}`,
  sca: atOwnRisk,
  card,
  customer: 'nothing',
  outcome: completedOutcome(told),
}));

const noMercy: readonly PolicyCase[] = [
  {
    name: 'accepting the risk does not cover a failed authentication',
    sca: atOwnRisk,
    card: cards.failed,
    customer: 'nothing',
    outcome: rejectedOutcome('SCA_FAILED'),
  },
  {
    name: 'accepting the risk does not cover a rejection by the issuer',
    sca: atOwnRisk,
    card: cards.rejected,
    customer: 'nothing',
    outcome: rejectedOutcome('SCA_REJECTED'),
  },
  {
    name: 'decoupled authentication is used only if the merchant allows it',
    sca: {},
    card: cards.decoupled,
    customer: 'nothing',
    outcome: rejectedOutcome('SCA_UNAVAILABLE'),
  },
];

export const policyCases: readonly PolicyCase[] = [
  ...exemptions,
  ...series,
  ...unavailable,
  ...noMercy,
];

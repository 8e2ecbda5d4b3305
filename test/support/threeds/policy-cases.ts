// What the policy of a merchant makes of a payment, as a table: the policy, the payment, what the
// customer has to do, and how it ends.

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
  /** None at all, rather than a complete browser. */
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
    name: 'below the limit of low value nobody is authenticated, nor is a device needed',
    sca: lowValue,
    amount: 119.99,
    withoutDevice: true,
    customer: 'nothing',
    outcome: completedOutcome('LOW_VALUE'),
  },
  {
    name: 'the limit of low value itself is too much',
    sca: lowValue,
    amount: 120,
    customer: 'challenge',
    outcome: passed,
  },
  {
    name: 'a limit is one of its currency',
    sca: lowValue,
    amount: 1,
    currency: 'EUR',
    customer: 'challenge',
    outcome: passed,
  },
  {
    name: 'up to and including its limit a payment is exempt by risk analysis',
    sca: risk,
    amount: 1000,
    customer: 'nothing',
    outcome: completedOutcome('TRA'),
  },
  {
    name: 'above the limit of risk analysis the customer is authenticated',
    sca: risk,
    amount: 1000.01,
    customer: 'challenge',
    outcome: passed,
  },
  {
    name: 'the highest limit of the law for risk analysis counts',
    sca: risk,
    amount: 500,
    currency: 'EUR',
    customer: 'nothing',
    outcome: completedOutcome('TRA'),
  },
  {
    name: 'low value goes before risk analysis',
    sca: { ...lowValue, ...risk },
    amount: 119.99,
    customer: 'nothing',
    outcome: completedOutcome('LOW_VALUE'),
  },
  {
    name: 'risk analysis takes over above low value',
    sca: { ...lowValue, ...risk },
    amount: 120,
    customer: 'nothing',
    outcome: completedOutcome('TRA'),
  },
  {
    name: 'asked by 3-D Secure, an issuer that takes note leaves the exemption to the acquirer',
    sca: { ...risk, ...byAuthentication },
    card: informational,
    customer: 'nothing',
    outcome: completedOutcome('eci 07 TRA'),
  },
  {
    name: 'asked by 3-D Secure, low value is told to the acquirer as such',
    sca: { ...lowValue, ...byAuthentication },
    card: informational,
    amount: 50,
    customer: 'nothing',
    outcome: completedOutcome('eci 07 LOW_VALUE'),
  },
  {
    name: 'asked by 3-D Secure, an issuer that authenticates makes the exemption needless',
    sca: { ...risk, ...byAuthentication },
    card: cards.frictionless,
    customer: 'nothing',
    outcome: passed,
  },
  {
    name: 'asked by 3-D Secure, an issuer may challenge all the same',
    sca: { ...risk, ...byAuthentication },
    card: cards.challenge,
    customer: 'challenge',
    outcome: passed,
  },
  {
    name: 'asked by 3-D Secure, an exemption does not help when nobody answers',
    sca: { ...risk, ...byAuthentication },
    card: cards.unavailable,
    customer: 'nothing',
    outcome: rejectedOutcome('SCA_UNAVAILABLE'),
  },
];

const series: readonly PolicyCase[] = [
  {
    name: 'the first payment of a series is challenged where others would not be',
    sca: { ...lowValue, ...risk },
    amount: 10,
    card: cards.softDecline,
    options: { recurring: 'INITIAL' },
    customer: 'challenge',
    outcome: passed,
  },
  {
    name: 'the first payment of a series may name its end and its cycle',
    sca: {},
    card: cards.softDecline,
    customer: 'challenge',
    outcome: passed,
    options: { recurring: 'INITIAL', recurringExpDate: '20301231', recurringCycle: '28' },
  },
  {
    name: 'who challenges always asks for no exemption, and the issuer is asked for a challenge',
    sca: { ...lowValue, ...risk, challenge: 'ALWAYS' },
    amount: 10,
    card: cards.softDecline,
    customer: 'challenge',
    outcome: passed,
  },
];

const unavailable: readonly PolicyCase[] = [
  { name: 'the issuer cannot authenticate', card: cards.unavailable, told: 'eci 07' },
  { name: 'customers may not confirm elsewhere', card: cards.decoupled, told: 'eci 07' },
  { name: 'the issuer is down', card: cards.issuerDown, told: '' },
  { name: 'the directory server is down', card: cards.directoryDown, told: '' },
  { name: 'the directory server talks nonsense', card: cards.directoryNonsense, told: '' },
].map(({ name, card, told }) => ({
  name: `the merchant takes the risk when ${name}`,
  sca: atOwnRisk,
  card,
  customer: 'nothing',
  outcome: completedOutcome(told),
}));

const noMercy: readonly PolicyCase[] = [
  {
    name: 'the risk a merchant takes is not that of a customer who failed',
    sca: atOwnRisk,
    card: cards.failed,
    customer: 'nothing',
    outcome: rejectedOutcome('SCA_FAILED'),
  },
  {
    name: 'the risk a merchant takes is not that of an issuer who rejected',
    sca: atOwnRisk,
    card: cards.rejected,
    customer: 'nothing',
    outcome: rejectedOutcome('SCA_REJECTED'),
  },
  {
    name: 'customers do not confirm elsewhere unless the merchant allows it',
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

// The tables of the house as plain rows for the documentation: states, reject codes, token
// lifetimes, demo keys. The docs page and the generated reference are made from the same rows.

import { rejectReasons } from './acquirers/reject-codes.ts';
import { lifetimeSeconds } from './auth/jwt.ts';
import type { DocsFacts, StateRow, TransitionRow } from './http/docs/facts.ts';
import { standardLimits, type RequestLimits } from './http/limits.ts';
import { demoMerchants } from './merchants/demo.ts';
import { paymentTransitions, type PaymentTrigger } from './payments/payment.states.ts';
import { dataRequestSteps, paymentStatuses, type PaymentStatus } from './payments/payment.ts';

export interface DocsSetting extends RequestLimits {
  readonly environment: string;
  /** Absent: providers are simulated in this process. */
  readonly acquirerUrl: string | null;
}

export function docsFacts(setting: DocsSetting): DocsFacts {
  const sandbox = setting.environment === 'sandbox';
  return {
    demoMerchants: sandbox ? demoMerchants : [],
    triggersPath: sandbox && setting.acquirerUrl === null ? '/sandbox/triggers' : null,
    tokenLifetimes: Object.entries(lifetimeSeconds).map(([resource, seconds]) => ({
      resource,
      seconds,
    })),
    limits: limitsIn(setting),
    states: stateRows(),
    dataRequests: dataRequestSteps.map(([dataRequest, when, todo]) => ({
      dataRequest,
      when,
      todo,
    })),
    transitions: transitionRows(),
    rejectCodes: Object.entries(rejectReasons).map(([code, reason]) => ({ code, ...reason })),
  };
}

/** Of the settings only the limits, since facts are told to everybody. */
function limitsIn(setting: RequestLimits): RequestLimits {
  const names = Object.keys(standardLimits) as (keyof RequestLimits)[];
  return Object.fromEntries(names.map((name) => [name, setting[name]])) as unknown as RequestLimits;
}

const statusMeanings: Readonly<Record<PaymentStatus, string>> = {
  NEW: 'Registered; waits for a payment method or an instrument. No provider has been asked.',
  PENDING: 'With a provider or waiting for the customer; the end is not known yet.',
  COMPLETED: 'Paid, or preauthorized: the amount is charged or held for you.',
  REJECTED: 'Ended without money; rejectCode says why. It can be retried as a new payment.',
  CANCELLED: 'Called off, or not finished in its validity time. What was held is released.',
  ERROR: 'Ended by a technical failure, without money. It can be retried as a new payment.',
  SETTLED: 'Paid out to you.',
};

const triggerMeanings: Readonly<Record<PaymentTrigger, string>> = {
  wait: 'waits for a payment method or an instrument',
  start: 'method and instrument are known, processing starts',
  challenge: 'the customer is authenticated, step by step',
  authorize: 'the authentication is done, the acquirer is asked',
  refuse: 'refused before any provider was asked',
  succeed: 'the provider approves',
  fail: 'the provider or the customer declines',
  break: 'a technical failure ends it',
  cancel: 'cancelled; what was already paid is reversed first',
  expire: 'its validity time is over',
  reverse: 'the reversal is done',
  release: 'the hold period of a preauthorization is over, so it is reversed',
  settle: 'the money is paid out',
  capture: 'the preauthorized amount, or a part of it, is captured',
  adjust: 'the preauthorized amount is changed',
  withdraw: 'the latest adjustment is withdrawn',
  restore: 'the link to the payment page is made anew',
  retry: 'a new payment is registered with the same data',
};

function stateRows(): StateRow[] {
  return paymentStatuses.map((status) => ({ status, meaning: statusMeanings[status] }));
}

function transitionRows(): TransitionRow[] {
  return paymentTransitions.map(({ from, on, to, only, source }) => ({
    from,
    on,
    meaning: triggerMeanings[on],
    to,
    only: only.map(({ name, refusal }) => ({ name, refusal })),
    source,
  }));
}

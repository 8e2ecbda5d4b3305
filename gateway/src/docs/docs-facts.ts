// The gateway's tables as plain rows for the documentation: states, reject codes, token lifetimes,
// demo keys. The docs page and the generated reference use the same rows.

import { lifetimeSeconds } from '../auth/jwt.ts';
import { standardLimits, type RequestLimits } from '../http/limits.ts';
import { demoMerchants } from '../merchants/demo.ts';
import { statusMeanings } from '../payments/fields/meanings.ts';
import { paymentTransitions, type PaymentTrigger } from '../payments/model/payment.states.ts';
import { dataRequests, rejectReasons } from '../methods/registry.ts';
import { paymentStatuses } from '../payments/model/payment.ts';

export interface DocsSetting extends RequestLimits {
  readonly environment: string;
  /** Whether providers are simulated in this process. */
  readonly isSimulated: boolean;
}

export type DocsFacts = ReturnType<typeof docsFacts>;

export function docsFacts(setting: DocsSetting) {
  const sandbox = setting.environment === 'sandbox';
  return {
    demoMerchants: sandbox ? demoMerchants : [],
    /** The path of the trigger list; null without simulated providers. */
    triggersPath: setting.isSimulated ? '/sandbox/triggers' : null,
    tokenLifetimes: Object.entries(lifetimeSeconds).map(([resource, seconds]) => ({
      resource,
      seconds,
    })),
    limits: limitsIn(setting),
    states: paymentStatuses.map((status) => ({ status, meaning: statusMeanings[status] })),
    dataRequests: Object.entries(dataRequests).flatMap(([dataRequest, { steps }]) =>
      steps.map((step) => ({ dataRequest, ...step })),
    ),
    transitions: paymentTransitions.map((row) => ({ ...row, meaning: triggerMeanings[row.on] })),
    rejectCodes: Object.entries(rejectReasons).map(([code, reason]) => ({ code, ...reason })),
  };
}

/** Only the limits, because these facts are public. */
function limitsIn(setting: RequestLimits): RequestLimits {
  const names = Object.keys(standardLimits) as (keyof RequestLimits)[];
  return Object.fromEntries(names.map((name) => [name, setting[name]])) as unknown as RequestLimits;
}

const triggerMeanings: Readonly<Record<PaymentTrigger, string>> = {
  wait: 'more data is needed: a payment method or an instrument',
  start: 'method and instrument are known; processing starts',
  challenge: 'the customer is being authenticated',
  authorize: 'authentication is done; the acquirer is called',
  refuse: 'rejected before any provider was called',
  reopen: 'a try was refused; the customer may try again or choose another method',
  succeed: 'the provider approved',
  fail: 'the provider or the customer declined',
  break: 'a technical failure occurred',
  cancel: 'the merchant or the customer cancels; money already taken is reversed first',
  expire: 'the validity time has passed',
  reverse: 'the reversal is complete',
  release: 'the hold period of a preauthorization has passed; it is reversed',
  settle: 'the money is paid out',
  capture: 'all or part of the preauthorized amount is captured',
  adjust: 'the preauthorized amount is changed',
  withdraw: 'the latest adjustment is withdrawn',
  refund: 'all or part of the money goes back to the customer',
  restore: 'a new link to the payment page is created',
  retry: 'a new payment is registered with the same data',
};

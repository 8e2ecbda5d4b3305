// Requests to the adapter with defaults, and an adapter whose host answers as the test says.
import { secret } from '../../../core/secret.ts';
import { systemClock } from '../../../core/clock.ts';
import { timeOfId } from '../../../core/id.ts';
import { money } from '../../../core/money.ts';
import type { CardMeans } from '../../means.ts';
import type { Authorization, FollowUp, Inquiry, Provider } from '../../provider.ts';
import type { IsoMessage } from '../codec/iso-message.ts';
import { iso8583Provider } from '../iso8583.provider.ts';
import { networkMessages } from '../network-messages.ts';
import type { HostProfile } from '../profile/host-profile.ts';
import { readProfile } from '../profile/read-profile.ts';
import { builtInHosts } from '../profile/built-in-hosts.ts';
import { answerTo } from './iso-host.ts';

export const ATTEMPT = '0198c5d1-7b2a-7000-8000-000000000001';
export const OTHER_ATTEMPT = '0198c5d1-7b2b-7000-8000-000000000002';
const PAYMENT = '0198c5d1-7b29-7000-8000-000000000003';
const STARTED_AT = timeOfId(ATTEMPT);

export const plainCard: CardMeans = {
  kind: 'card',
  card: {
    number: secret('4111111111111111'),
    expiry: secret('203012'),
    cvv: secret('987'),
    holder: null,
  },
  numberType: 'PAN',
  networkToken: null,
  cryptogram: null,
  eci: null,
  threeDS: null,
  exemption: null,
  networkTransactionId: null,
};

const ids = { merchantId: '10000001', paymentId: PAYMENT };

export function authorizationOf(more: Partial<Authorization> = {}): Authorization {
  const amount = money(12_345n, 'PLN');
  return { ...ids, attemptId: ATTEMPT, amount, means: plainCard, kind: 'sale', ...more };
}

export function followUpOf(more: Partial<FollowUp> = {}): FollowUp {
  return {
    ...ids,
    attemptId: OTHER_ATTEMPT,
    amount: money(5_000n, 'PLN'),
    originalAttemptId: ATTEMPT,
    originalReference: '0200-GV9ASQNRBU0K-403358-12345',
    ...more,
  };
}

export function inquiryOf(more: Partial<Inquiry> = {}): Inquiry {
  return {
    ...ids,
    attemptId: ATTEMPT,
    verb: 'authorize',
    kind: 'sale',
    reference: null,
    amountMinor: 12_345n,
    currency: 'PLN',
    ...more,
  };
}

type Respond = (message: IsoMessage) => IsoMessage | Promise<IsoMessage>;

interface Rig {
  readonly profile: HostProfile;
  readonly adapter: Provider;
  readonly sent: IsoMessage[];
  /** Milliseconds after the start of the attempt. */
  age: number;
  respond: Respond;
}

/** `host`: the content of a packager file. */
export function openAdapter(host: object = builtInHosts['iso1987'] ?? {}): Rig {
  const profile = readProfile(host);
  const sent: IsoMessage[] = [];
  const rig: Rig = {
    profile,
    sent,
    age: 0,
    respond: (message) => answerTo(message, '00'),
    adapter: iso8583Provider({
      name: 'iso8583',
      profile,
      acceptor: {
        terminalId: 'TERM1',
        cardAcceptorId: 'SHOP1',
        mcc: '5399',
        country: '616',
        acquirerId: '400000',
      },
      lines: {
        async request(message) {
          sent.push(message);
          return rig.respond(message);
        },
      },
      network: networkMessages(profile.packager.version, systemClock),
      clock: { now: () => STARTED_AT + rig.age },
      timeoutMs: 10_000,
      maxInFlightMs: 60_000,
    }),
  };
  return rig;
}

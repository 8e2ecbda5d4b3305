// The adapter for hosts that speak ISO 8583 over TCP. A host cannot be asked about an
// authorization: without an answer it is reversed until the host confirms, and then counts as
// declined.

import type { Clock } from '../../core/clock.ts';
import { timeOfId } from '../../core/id.ts';
import { open } from '../../core/secret.ts';
import { CallTimeout } from '../../http/outgoing.ts';
import { credentialOf, type CredentialField } from '../credentials/credential-field.ts';
import type { Credentials } from '../credentials/credentials.ts';
import type { Finding, Outcome, Unknown } from '../outcome.ts';
import type { FollowUp, Inquiry, Provider } from '../provider.ts';
import { readAnswer, readUndone } from './answers.ts';
import type { IsoMessage } from './codec/iso-message.ts';
import type { HostProfile } from './profile/host-profile.ts';
import {
  asRepeat,
  authorizationMessage,
  followUpMessage,
  undoMessage,
  type CardAcceptor,
} from './requests.ts';
import type { Lines, NetworkMessages } from './wire/lines.ts';
import { NotSent } from './wire/link.ts';

interface Iso8583Options {
  readonly name: string;
  readonly profile: HostProfile;
  /** Of the installation. */
  readonly acceptor: CardAcceptor;
  readonly lines: Pick<Lines, 'request'>;
  readonly network: Pick<NetworkMessages, 'echo' | 'isApproved'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly timeoutMs: number;
  readonly maxInFlightMs: number;
}

/** A request may start this much after its attempt, by the clock of another node. */
const LATE_START_MS = 4_000;

export function iso8583Provider(options: Iso8583Options): Provider {
  const { name, profile, acceptor, lines, network, clock, timeoutMs, maxInFlightMs } = options;
  const acceptorOf = (credentials?: Credentials) => ownAcceptor(acceptor, credentials);
  const ageOf = (attemptId: string): number => clock.now() - timeOfId(attemptId);
  const ask = async <T>(message: IsoMessage, read: (answer: IsoMessage) => T) => {
    try {
      return read(await lines.request(message));
    } catch (error) {
      return unknownAfter(error);
    }
  };
  const follow =
    (operation: 'capture' | 'adjust' | 'reverse' | 'refund') =>
    (request: FollowUp): Promise<Outcome> => {
      const first = followUpMessage(profile, acceptorOf(request.credentials), operation, request);
      // An attempt that is older than a call may last was sent before, or could have been.
      const message = ageOf(request.attemptId) > timeoutMs ? asRepeat(first) : first;
      return ask(message, (answer) => readAnswer(profile, message, answer));
    };
  const undo = async (inquiry: Inquiry): Promise<Finding> => {
    const first = undoMessage(profile, acceptorOf(inquiry.credentials), inquiry);
    const message = (inquiry.checks ?? 0) > 0 ? asRepeat(first) : first;
    const finding = await ask(message, (answer) => readUndone(profile, message, answer));
    // Some hosts confirm reversals of what they never received, so an authorization that may still
    // arrive is reversed again when it no longer can.
    const waitMs = timeoutMs + LATE_START_MS + maxInFlightMs - ageOf(inquiry.attemptId);
    if (finding.kind !== 'declined' || waitMs <= 0) return finding;
    return { kind: 'unknown', why: 'timeout', checkAt: clock.now() + waitMs };
  };
  return {
    name,
    means: ['PAN', 'NETWORK_TOKEN'],
    maxInFlightMs,
    credentialFields: acceptorFields,
    installationAccount: acceptor.cardAcceptorId,
    async authorize(request) {
      const message = authorizationMessage(profile, acceptorOf(request.credentials), request);
      return ask(message, (answer) => readAnswer(profile, message, answer));
    },
    followUps: {
      capture: follow('capture'),
      adjust: follow('adjust'),
      reverse: follow('reverse'),
      refund: follow('refund'),
    },
    // Follow-ups are sent again under the same numbers, by which the host recognizes them.
    inquire: async (inquiry) =>
      inquiry.verb === 'authorize' ? undo(inquiry) : { kind: 'not-found' },
    check: () =>
      ask(network.echo(), (answer): Finding =>
        network.isApproved(answer)
          ? { kind: 'not-found' }
          : { kind: 'unknown', why: 'provider-error' },
      ),
  };
}

/** Only `NotSent` says that the host has certainly not received the request. */
function unknownAfter(error: unknown): Unknown {
  if (error instanceof NotSent) return { kind: 'unknown', why: 'not-sent' };
  return { kind: 'unknown', why: error instanceof CallTimeout ? 'timeout' : 'connection' };
}

const acceptorFields: readonly CredentialField[] = [
  {
    name: 'cardAcceptorId',
    description: 'the id of the merchant at the acquirer (field 42)',
    form: /^[0-9A-Za-z]{1,15}$/,
    rule: '1 to 15 letters and digits',
    isAccount: true,
  },
  {
    name: 'terminalId',
    description: 'the id of its terminal (field 41)',
    form: /^[0-9A-Za-z]{1,8}$/,
    rule: '1 to 8 letters and digits',
  },
  {
    name: 'mcc',
    description: 'its merchant category code',
    form: /^\d{4}$/,
    rule: '4 digits',
  },
];

/** A merchant with an account of its own has its ids there; the acquirer is the same. */
function ownAcceptor(installation: CardAcceptor, credentials?: Credentials): CardAcceptor {
  if (!credentials) return installation;
  const valueOf = (name: string): string => open(credentialOf(credentials, name));
  return {
    ...installation,
    cardAcceptorId: valueOf('cardAcceptorId'),
    terminalId: valueOf('terminalId'),
    mcc: valueOf('mcc'),
  };
}

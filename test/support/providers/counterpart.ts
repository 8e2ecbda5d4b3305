// What `proveProvider` needs to know about a connector: how to connect the adapter, the counterpart
// that answers it, and how the protocol states reasons and amounts.
import type { Money } from '@bramka/gateway/core/money.ts';
import type { Secret } from '@bramka/gateway/core/secret.ts';
import type { Means, MeansKind } from '@bramka/gateway/providers/means.ts';
import type { Authorization, FollowUpVerb, Provider } from '@bramka/gateway/providers/provider.ts';
import type { RejectCode } from '@bramka/gateway/providers/reject-codes.ts';
import type { Connected } from './line/broken-calls.ts';
import type { BadFault, Wire } from './line/wire.ts';

/** A kind of payment by its amount and means, which make the counterpart answer in one way. */
export interface Payment {
  readonly means: Means;
  readonly amount?: Money;
}

/** A function makes a new one each time, for means that can be used once. */
export type PaymentSource = Payment | (() => Promise<Payment>);

/** What the provider has done with the money of one authorization. */
export interface Account {
  /** How many charges or holds exist; one that was reversed no longer does. */
  readonly charges: number;
  readonly authorizedMinor: bigint;
  readonly takenMinor: bigint;
  readonly returnedMinor: bigint;
}

/** A message of the provider to the gateway, as it is sent. */
export interface SentMessage {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

/** The provider at the other end: a simulated one. */
export interface Counterpart {
  readonly url: string;
  /** Approved; with `customer`, once the customer has confirmed. */
  readonly approved: PaymentSource;
  /** Absent: only customers can refuse. */
  readonly declined?: PaymentSource;
  /** Pending without a customer; absent: the provider does not do this. */
  readonly pending?: PaymentSource;
  /** For providers that wait for a customer. */
  readonly customer?: {
    confirm(attemptId: string): Promise<void>;
    refuse(attemptId: string): Promise<void>;
  };
  /** Moves its clock to when everything pending without a customer is decided. */
  later?(): void;
  account(authorization: Authorization): Promise<Account>;
  /** The authentic messages about an attempt, those with a result first. */
  messages?(attemptId: string): Promise<readonly SentMessage[]>;
  close(): Promise<void>;
}

/** What an answer or a message says instead; absent: as it was. */
export interface Change {
  readonly attemptId?: string;
  readonly amount?: Money;
  /** The provider's reason of a decline. */
  readonly reason?: string;
}

export interface Connection {
  readonly url: string;
  readonly key: Secret<string>;
  readonly timeoutMs: number;
}

export interface ProvenProvider {
  /** What the adapter must declare, so that nothing disappears unnoticed. */
  readonly name: string;
  readonly means: readonly MeansKind[];
  readonly followUps: readonly FollowUpVerb[];
  /** The adapter over its real transport. */
  connect(connection: Connection): Connected<Provider>;
  open(key: Secret<string>): Promise<Counterpart>;
  /**
   * Whether a repeated authorization is a second one at the provider. The gateway sends each
   * authorization once.
   */
  readonly startsAgain?: boolean;
  /**
   * Whether an authorization that an inquiry does not find can never succeed afterwards. Else it
   * could still arrive.
   */
  readonly endsIfNotFound?: boolean;
  /**
   * Of the calls that an operation makes, those that decide it, by their path: faults hit only
   * these. Absent: each operation is one call.
   */
  readonly decides?: (path: string) => boolean;
  /**
   * What an inquiry about an authorization does. `answers`: it reports the result. `none`: it is
   * always pending, and messages report the results of authorizations and operations. `reverses`:
   * it undoes the authorization and reports declined. Absent: `answers`.
   */
  readonly inquiry?: 'answers' | 'none' | 'reverses';
  /** Each reason of the provider and our code; `UNKNOWN_REASON` stands for all others. */
  readonly rejectCodes: Readonly<Record<string, RejectCode>>;
  /** Whether a decline states the provider's reason (`providerCode`). */
  readonly keepsCodes?: boolean;
  /** The reasons with which another provider may be tried. */
  readonly elsewhere?: readonly string[];
  /** The line to the counterpart and what can go wrong on it; absent: HTTP. */
  readonly line?: { open(url: string): Promise<Wire>; readonly faults: readonly BadFault[] };
  /** Whether a success states its amount. If not, the adapter cannot compare it. */
  readonly statesAmounts: boolean;
  /** Whether answers are signed with the key. */
  readonly signsAnswers?: boolean;
  /** Whether the counterpart has `messages`. */
  readonly sendsMessages?: boolean;
  /** Changes what an answer states; where the protocol signs it, it is signed anew. */
  rewriteAnswer(answer: string, change: Change, key: Secret<string>): string;
  /** The same for messages with a result. */
  rewriteMessage?(message: SentMessage, change: Change, key: Secret<string>): SentMessage;
}

/** A reason that no table contains. */
export const UNKNOWN_REASON = 'MOON_PHASE';

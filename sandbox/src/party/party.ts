// What a simulated party is: one folder with one object of this type. The list in parties.ts names
// them all; everything else in the sandbox loops over that list.

import type { Clock } from '@bramka/gateway/core/clock.ts';
import type { Ids } from '@bramka/gateway/core/id.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import type { Secret } from '@bramka/gateway/core/secret.ts';
import type { Endpoint, Route } from '@bramka/gateway/http/endpoint.ts';
import type { Journal } from '@bramka/gateway/journal/entry.ts';
import type { Provider } from '@bramka/gateway/providers/provider.ts';
import type { Database, Statement } from '@bramka/gateway/storage/database.ts';
import type { Migration } from '@bramka/gateway/storage/migration/parse.ts';
import type { DirectoryTransport } from '@bramka/gateway/threeds/directory/directory.ts';
import type { TokenService } from '@bramka/gateway/token-services/token-service-port.ts';
import type { WalletTools } from '@bramka/gateway/wallets/credentials/credential.ts';
import type { WalletServices } from '@bramka/gateway/wallets/wallet-services.ts';
import type { ActiveFaults, Effect } from './fault.ts';
import type { Trigger, TriggerKind } from './trigger.ts';

/** `Api`: what other parties may call. */
export interface Party<Api = unknown> {
  /** In lower case; also the first segment of its paths and its name in faults and triggers. */
  readonly name: string;
  /** One sentence for the documentation. */
  readonly meaning: string;
  /** Whether it is simulated only if BRAMKA_SANDBOX_PROVIDERS names it. */
  readonly onlyIfNamed?: true;
  /** The calls that can fail, and what each does. */
  readonly verbs: Readonly<Record<string, string>>;
  /** The faults it supports. */
  readonly effects: readonly Effect[];
  readonly triggers: readonly Trigger[];
  /** By kind; every kind of its triggers is explained. */
  readonly triggerKinds: Readonly<Record<string, TriggerKind>>;
  /** First segments, after its name, of pages that customers open from the shops' own sites. */
  readonly openPages?: readonly string[];
  /** Tables of its own, besides those of `sandbox/migrations`. */
  readonly migrations?: readonly Migration[];
  /** Its HTTP API and its pages; the paths follow its name. */
  readonly endpoints: readonly Endpoint[];
  open(context: PartyContext): OpenParty<Api>;
}

/** What a party is opened with. */
export interface PartyContext {
  readonly database: Database;
  readonly journal: Journal;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: RandomBytes;
  readonly faults: ActiveFaults;
  /** A request that takes longer than this is lost. */
  readonly maxInFlightMs: number;
  /** The public URL of the server, and the path before the name of the party on it. */
  readonly publicUrl: () => string;
  readonly prefix: string;
  /** The key that callers of the party must send; null: none. */
  readonly keyOf: (party: string) => Secret<string> | null;
  /** Whether the URL belongs to a gateway and ends with this path. */
  readonly mayCall: (url: URL, path: string) => boolean;
  /** Undefined until the gateway is assembled, and if the sandbox is a process of its own. */
  readonly gatewayCredentials: () => GatewayCredentials | undefined;
  /** What another party offers; it is opened if it was not. */
  peer<Api>(party: Party<Api>): Api;
}

/** What a simulated wallet may do with the wallet credentials of the gateway in its process. */
export type GatewayCredentials = Pick<WalletTools, 'create' | 'install' | 'list'>;

export interface OpenParty<Api = unknown> {
  readonly api: Api;
  /** Its endpoints, ready to be served under its name. */
  readonly routes: readonly Route[];
  readonly jobs?: readonly SandboxJob[];
  /** Sets up what must be there before the first request, also after a reset. */
  prepare?(merchantIds: readonly string[]): Promise<void>;
  /** Connects the gateway in the same process; absent: no gateway calls it. */
  connect?(timeoutMs: number): Connection;
  /** Resolves when no request is being processed, or after a short time limit. */
  quiet?(): Promise<void>;
  close?(): Promise<void>;
}

/** How the gateway reaches a party without HTTP. */
export interface Connection {
  readonly providers?: readonly Provider[];
  readonly directory?: DirectoryTransport;
  readonly tokenServices?: readonly TokenService[];
  readonly wallets?: WalletServices;
}

/** Recurring work, polled by a loop. */
export interface SandboxJob {
  readonly name: string;
  readonly everyMs: number;
  /** In the process of a gateway the job runs only if this finds a row; $1 is the time. */
  readonly due?: Statement;
  /** Runs what is due and returns how much that was. */
  run(): Promise<number>;
}

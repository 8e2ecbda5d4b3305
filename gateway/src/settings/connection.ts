// A party outside that the gateway calls, declared beside its adapter: its settings, and how it is
// connected. Configuration, documentation and `bramka doctor` loop over such objects.

import type { Clock } from '../core/clock.ts';
import type { Ids } from '../core/id.ts';
import type { RandomBytes } from '../core/random.ts';
import type { SettingsReader } from './read-settings.ts';
import type { Table, ValuesOf } from './setting.ts';

/** What adapters are created with, besides their own settings. */
export interface ConnectContext {
  /** For one answer, and until an unacknowledged request is considered lost. */
  readonly timeoutMs: number;
  readonly maxInFlightMs: number;
  readonly isProduction: boolean;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: RandomBytes;
  /** The public URL of this gateway, known once it listens. */
  readonly publicUrl: () => string;
  readonly log: {
    warn(facts: object, message: string): void;
    error(facts: object, message: string): void;
  };
}

interface Connected<Adapter> {
  readonly adapter: Adapter;
  readonly close: () => Promise<void>;
}

type Connecting<Adapter> = Connected<Adapter> | Promise<Connected<Adapter>>;

interface Declaration<Settings extends Table> {
  /** For operators, such as Autopay. */
  readonly title: string;
  /** Whether cards can be paid with it. */
  readonly takesCards?: boolean;
  /** Whether it sends results or customers to the gateway, which needs a public URL for that. */
  readonly callsBack?: boolean;
  /** The first one turns it on. */
  readonly settings: Settings;
}

/** One that the settings turn on. */
export interface Configured<Adapter> extends Declaration<Table> {
  readonly connect: (context: ConnectContext) => Connecting<Adapter>;
}

export interface Connection<Adapter> extends Declaration<Table> {
  /** Null: the settings do not turn it on. */
  readonly configure: (reader: SettingsReader) => Configured<Adapter> | null;
}

export function connection<Adapter, Settings extends Table>(
  declared: Declaration<Settings> & {
    connect(settings: ValuesOf<Settings>, context: ConnectContext): Connecting<Adapter>;
  },
): Connection<Adapter> {
  return {
    ...declared,
    configure(reader) {
      const values = reader.readService(declared.settings);
      if (!values) return null;
      if (declared.callsBack && !reader.isSet('BRAMKA_PUBLIC_URL')) {
        reader.unsafe.push(`${firstVariable(declared)} needs BRAMKA_PUBLIC_URL in production`);
      }
      return { ...declared, connect: (context) => declared.connect(values, context) };
    },
  };
}

/** The variable that turns it on. */
export function firstVariable({ settings }: Declaration<Table>): string {
  return Object.values(settings)[0]?.name ?? '';
}

export async function connectAll<Adapter>(
  configured: readonly Configured<Adapter>[],
  context: ConnectContext,
): Promise<{ readonly adapters: readonly Adapter[]; readonly close: () => Promise<void> }> {
  const connected = await Promise.all(configured.map(async (one) => one.connect(context)));
  return {
    adapters: connected.map(({ adapter }) => adapter),
    close: async () => void (await Promise.all(connected.map((one) => one.close()))),
  };
}

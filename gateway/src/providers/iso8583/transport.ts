// Connects the adapter to a host: its connections, and the messages that they need by themselves.

import type { Clock } from '../../core/clock.ts';
import type { Secret } from '../../core/secret.ts';
import type { Provider } from '../provider.ts';
import { createCodec } from './codec/codec.ts';
import { iso8583Provider } from './iso8583.provider.ts';
import { networkMessages } from './network-messages.ts';
import { loadProfile } from './profile/read-profile.ts';
import type { CardAcceptor } from './requests.ts';
import { openLines, type Lines, type LinesOptions } from './wire/lines.ts';

interface HostOptions extends Pick<
  LinesOptions,
  'hosts' | 'connections' | 'echoEveryMs' | 'tls' | 'timeoutMs' | 'log'
> {
  readonly name: string;
  /** The name of a built-in host, or the path of a file. */
  readonly packager: string;
  readonly acceptor: CardAcceptor;
  readonly macKey: Secret<string> | null;
  readonly clock: Clock;
  readonly maxInFlightMs: number;
}

interface ConnectedHost extends Pick<Lines, 'whenReady' | 'close'> {
  readonly adapter: Provider;
}

/** Throws `BadProfile`. */
export function connectHost(options: HostOptions): ConnectedHost {
  const { packager, macKey, clock } = options;
  const profile = loadProfile(packager);
  const codec = createCodec(profile.packager, macKey);
  const network = networkMessages(profile.packager.version, clock);
  const lines = openLines({ ...options, codec, messages: network });
  const adapter = iso8583Provider({ ...options, profile, lines, network });
  return { adapter, whenReady: () => lines.whenReady(), close: () => lines.close() };
}

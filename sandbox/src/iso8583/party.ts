// An acquirer's host with ISO 8583 over TCP as a party of the sandbox.

import type { Provider } from '@bramka/gateway/providers/provider.ts';
import { connectHost } from '@bramka/gateway/providers/iso8583/transport.ts';
import { acquirerParty } from '../acquirer/party.ts';
import { wireEffects } from '../party/fault.ts';
import { faultyCalls } from '../party/faulty-calls.ts';
import type { Party } from '../party/party.ts';
import { openHost } from './host.ts';

const NAME = 'iso8583';
/** In a process of its own: gateways are configured with it. */
const OWN_PORT = 8583;
const ECHO_MS = 30_000;

const acceptor = {
  terminalId: 'SANDBOX1',
  cardAcceptorId: 'SANDBOX00000001',
  mcc: '5399',
  country: '616',
  acquirerId: '400000',
};

export const iso8583Party: Party<void> = {
  name: NAME,
  meaning: "An acquirer's host with ISO 8583 over TCP.",
  onlyIfNamed: true,
  verbs: {
    authorize: 'charge or hold the amount (0200, 0100).',
    capture: 'charge a held amount (0220).',
    adjust: 'change a held amount (0100).',
    reverse: 'take a charge or hold back (0400, 0420).',
    refund: 'return money (0200).',
  },
  effects: [...wireEffects, 'duplicate'],
  triggers: [],
  triggerKinds: {},
  endpoints: [],
  open(context) {
    const { clock, maxInFlightMs } = context;
    const acquirer = context.peer(acquirerParty);
    const wire = faultyCalls(NAME, context);
    const macKey = context.keyOf(NAME);
    const isAlone = context.prefix === '';
    const host = openHost({ acquirer, wire, macKey, port: isAlone ? OWN_PORT : 0 });
    let connected: ReturnType<typeof connectHost> | undefined;
    return {
      api: undefined,
      routes: [],
      connect(timeoutMs) {
        connected = connectHost({
          name: NAME,
          hosts: host.port.then((port) => [{ host: '127.0.0.1', port }]),
          connections: 2,
          echoEveryMs: ECHO_MS,
          tls: null,
          macKey,
          packager: 'iso1987',
          acceptor,
          clock,
          timeoutMs,
          maxInFlightMs,
          log: { warn: () => undefined },
        });
        const providers: readonly Provider[] = [connected.adapter];
        return { providers };
      },
      async prepare() {
        await host.port;
        await connected?.whenReady();
      },
      quiet: () => wire.quiet(),
      async close() {
        await connected?.close();
        await host.close();
      },
    };
  },
};

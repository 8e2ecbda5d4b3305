// A toy provider that takes cards and approves everything: one object with settings of its own.
import type { Provider } from '@bramka/gateway/providers/provider.ts';
import { connection } from '@bramka/gateway/settings/connection.ts';
import { secretText, url, integer } from '@bramka/gateway/settings/kinds.ts';
import { settings } from '@bramka/gateway/settings/setting.ts';

const approved = {
  kind: 'approved',
  reference: 't-1',
  authCode: null,
  networkTransactionId: null,
} as const;

/** What it was connected with, by the time limit of its own settings. */
export const connectedWith: number[] = [];

export const toyConnection = connection({
  title: 'toy',
  takesCards: true,
  callsBack: true,
  settings: settings('BRAMKA_TOY', {
    url: [url, 'URL of the toy provider'],
    key: [secretText, 'key of the toy provider'],
    timeoutMs: [integer(700, 1, 1000), 'its own time limit'],
  }),
  connect({ timeoutMs }, { maxInFlightMs }) {
    connectedWith.push(timeoutMs);
    const adapter: Provider = {
      name: 'toy',
      means: ['PAN'],
      maxInFlightMs,
      authorize: () => Promise.resolve(approved),
      followUps: {},
      inquire: () => Promise.resolve({ kind: 'not-found' }),
    };
    return { adapter, close: () => Promise.resolve() };
  },
});

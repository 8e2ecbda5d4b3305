// A toy party that uses everything a party can have: a lottery that draws numbers. It proves that a
// party is one folder and one line.
import { Type } from 'typebox';
import { endpoint, toRoutes } from '@bramka/gateway/http/endpoint.ts';
import { Draft } from '@bramka/gateway/journal/entry.ts';
import type { Provider } from '@bramka/gateway/providers/provider.ts';
import { readMigrations } from '@bramka/gateway/storage/migrate.ts';
import { acsParty } from '@bramka/sandbox/acs/party.ts';
import { faultyCalls } from '@bramka/sandbox/party/faulty-calls.ts';
import type { Party, PartyContext } from '@bramka/sandbox/party/party.ts';
import { forAnybody } from '@bramka/sandbox/party/schemas.ts';
import { providerReply, type Answer } from '@bramka/sandbox/wire/unanswered.ts';
import { countDraws, draws } from './draws.store.ts';

const unknown = { kind: 'unknown', why: 'garbage' } as const;
const provider: Provider = {
  name: 'lottery',
  means: ['REDIRECT'],
  maxInFlightMs: 1_000,
  authorize: () => Promise.resolve(unknown),
  followUps: {},
  inquire: () => Promise.resolve(unknown),
};

interface Deps {
  readonly draw: () => Promise<Answer | undefined>;
  readonly runs: () => number;
  readonly keys: () => Promise<object>;
}

const drawNumber = endpoint(
  {
    ...forAnybody,
    method: 'POST',
    path: '/draw',
    summary: 'Draw a number',
    reply: Type.Object({ number: Type.Integer({ description: 'The number.' }) }),
  },
  async ({ draw: drawn }: Deps, call) => providerReply(call, await drawn()),
);
const read = { ...forAnybody, method: 'GET', reply: Type.Unknown() } as const;
const showPoster = endpoint(
  { ...read, path: '/poster', summary: 'Show a poster' },
  async (_deps: Deps) => ({ text: 'Play today' }),
);
const countRuns = endpoint(
  { ...read, path: '/runs', summary: 'Count the runs of the job' },
  async ({ runs }: Deps) => ({ runs: runs() }),
);
const listKeys = endpoint(
  { ...read, path: '/keys', summary: 'List the names of keys' },
  async ({ keys }: Deps) => Object.keys(await keys()),
);

export const toyParty: Party = {
  name: 'lottery',
  meaning: 'The lottery.',
  verbs: { draw: 'draw a number.' },
  effects: ['outage'],
  triggers: [
    {
      kind: 'seed',
      value: '13',
      provider: 'lottery',
      outcome: 'DRAWN',
      description: 'The number is 42.',
    },
  ],
  triggerKinds: { seed: { title: 'Seeds of the lottery', meaning: 'the seed in the request' } },
  openPages: ['poster'],
  migrations: readMigrations(new URL('./migrations/', import.meta.url), 'sandbox/lottery/'),
  endpoints: [drawNumber],
  open(context) {
    const wire = faultyCalls('lottery', context);
    const issuer = context.peer(acsParty);
    let runs = 0;
    return {
      api: undefined,
      routes: toRoutes([drawNumber, showPoster, countRuns, listKeys], {
        draw: () => wire.call('draw', () => draw(context)),
        runs: () => runs,
        keys: issuer.keys,
      }),
      jobs: [{ name: 'lottery', everyMs: 50, run: () => Promise.resolve((runs += 1) && 0) }],
      connect: () => ({ providers: [provider] }),
      quiet: () => wire.quiet(),
    };
  },
};

async function draw({ journal, ids, database }: PartyContext) {
  const drawId = ids.next();
  await journal.commit(new Draft().insert(draws, { drawId, number: 42 }));
  return { status: 200, body: { number: 42, draws: await countDraws(database) } };
}

// A toy party that uses everything a party can have: a lottery that draws numbers. It proves that a
// party is one folder and one line.
import { Type } from 'typebox';
import { endpoint, route } from '@bramka/gateway/http/endpoint.ts';
import { Draft } from '@bramka/gateway/journal/entry.ts';
import type { Provider } from '@bramka/gateway/providers/provider.ts';
import { readMigrations } from '@bramka/gateway/storage/migrate.ts';
import { acsParty } from '@bramka/sandbox/acs/party.ts';
import { faultyCalls } from '@bramka/sandbox/party/faulty-calls.ts';
import type { Party, PartyContext } from '@bramka/sandbox/party/party.ts';
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
  describe: (prefix) => [
    route(
      'POST',
      `${prefix}/draw`,
      endpoint({
        summary: 'Draw a number',
        access: 'open',
        neighbour: {},
        reply: Type.Object({ number: Type.Integer({ description: 'The number.' }) }),
        answer: () => Promise.reject(new Error('served by the party')),
      }),
    ),
  ],
  open(context) {
    const wire = faultyCalls('lottery', context);
    const issuer = context.peer(acsParty);
    let runs = 0;
    return {
      api: undefined,
      routes: [
        (app, _options, done) => {
          app.post('/draw', async (_request, reply) => {
            const answer = await wire.call('draw', () => draw(context));
            return reply.code(answer?.status ?? 504).send(answer?.body);
          });
          app.get('/poster', () => 'Play today');
          app.get('/runs', () => ({ runs }));
          app.get('/keys', async () => Object.keys(await issuer.keys()));
          done();
        },
      ],
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

// GET and POST /sandbox/faults: lists and sets the faults of the simulated parties.

import { Type, type Static } from 'typebox';
import type { Ids } from '@bramka/gateway/core/id.ts';
import { numberText } from '@bramka/gateway/core/json.ts';
import { present } from '@bramka/gateway/core/json/present.ts';
import { endpoint } from '@bramka/gateway/http/endpoint.ts';
import { exact, oneOf } from '@bramka/gateway/http/schema.ts';
import { bumpControlVersion } from '../control.store.ts';
import { effects, type Effect, type Fault } from '../../party/fault.ts';
import type { Party } from '../../party/party.ts';
import { checkFault, checkRate, namesWith } from '../fault.ts';
import { insertFault, listFaults, removeFaults, type StoredFault } from '../faults.store.ts';
import type { Panel } from '../panel.ts';

export interface FaultDeps {
  readonly panel: Panel;
  readonly ids: Ids;
}

const flag = (description: string) => Type.Optional(Type.Boolean({ description }));

function schemasOf(parties: readonly Party[]) {
  const common = commonFields(parties);
  const rateMeaning = 'Share of the calls that are hit, up to 1; absent: all';
  const asked = Type.Object({
    ...common,
    rate: Type.Optional(exact(rateMeaning, { exclusiveMinimum: 0, maximum: 1 }, 0.5)),
    clear: flag('No faults for this provider any more'),
  });
  const reply = Type.Array(
    Type.Object({
      ...common,
      rate: Type.Optional(Type.Number({ description: rateMeaning })),
      calls: Type.Integer({ description: 'How many calls it could have hit so far' }),
    }),
  );
  return { asked, reply };
}
type FaultRequest = Static<ReturnType<typeof schemasOf>['asked']>;

function commonFields(parties: readonly Party[]) {
  /** Names the parties that support it, unless all do. */
  const effect = (name: Effect, description: string): string => {
    const names = namesWith(parties, name);
    return names.length === parties.length ? description : `${names.join(', ')}: ${description}`;
  };
  const faulty = parties.filter(({ effects }) => effects.length > 0);
  const meanings = Object.fromEntries(faulty.map(({ name, meaning }) => [name, meaning]));
  return {
    provider: oneOf(meanings, 'The simulated provider that fails.'),
    latencyMs: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 60_000, description: 'The request arrives this late' }),
    ),
    timeout: flag('Nothing is done and no answer comes'),
    dropAnswer: flag('It is done, but no answer comes'),
    outage: flag('Nothing is done, the answer is status 503'),
    duplicate: flag(effect('duplicate', 'the request is processed twice at the same moment')),
    duplicateCallback: flag(
      effect('duplicateCallback', 'the result is sent twice at the same moment'),
    ),
    reorderCallback: flag(
      effect('reorderCallback', 'the customer comes back first, the result follows a second later'),
    ),
    verbs: Type.Optional(
      Type.Array(oneOf(verbMeanings(parties), 'Call.'), {
        minItems: 1,
        description: `Which calls; absent: all. ${verbsText(parties)}`,
      }),
    ),
    seed: Type.Optional(
      Type.Integer({ description: 'Decides which calls the rate hits; same seed, same calls' }),
    ),
    remaining: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'How many more calls are hit' }),
    ),
  };
}

function verbMeanings(parties: readonly Party[]): Record<string, string> {
  const meanings: Record<string, string> = {};
  for (const { name, verbs } of parties) {
    for (const [verb, meaning] of Object.entries(verbs)) {
      const before = meanings[verb] === undefined ? '' : `${meanings[verb]} `;
      meanings[verb] = `${before}${name}: ${meaning}`;
    }
  }
  return meanings;
}

function verbsText(parties: readonly Party[]): string {
  return parties.map(({ name, verbs }) => `${name}: ${Object.keys(verbs).join(', ')}`).join('; ');
}

export function readFaults(parties: readonly Party[]) {
  return endpoint(
    {
      method: 'GET',
      path: '/sandbox/faults',
      summary: 'List the faults of simulated providers',
      access: 'open',
      reply: schemasOf(parties).reply,
    },
    async ({ panel }: Pick<FaultDeps, 'panel'>) => (await panel.read(listFaults)).map(view),
  );
}

export function setFaults(parties: readonly Party[]) {
  const { asked, reply } = schemasOf(parties);
  return endpoint(
    {
      method: 'POST',
      path: '/sandbox/faults',
      summary: 'Make a simulated provider fail',
      description:
        'Replaces all faults of the named providers. Faults are checked in the order of the ' +
        'list, and the first one that matches a call is applied; latency is added to any other. ' +
        'For a result that a provider sends by itself, such as rreq, a call is one attempt to ' +
        'deliver it: a lost result is sent again after 2 seconds, then 4 and so on.',
      access: 'open',
      body: Type.Union([asked, Type.Array(asked, { minItems: 1, maxItems: 20 })]),
      reply,
      refusals: ['INVALID_REQUEST'],
    },
    async ({ panel, ids }: FaultDeps, { body }) => {
      const list = [body].flat();
      for (const [index, { rate }] of list.entries()) {
        const field = Array.isArray(body) ? `[${String(index)}].rate` : 'rate';
        if (rate !== undefined) checkRate(Number(numberText(rate)), field);
      }
      const wanted = list.filter(({ clear }) => clear !== true).map((one) => read(one, parties));
      await panel.change(async (tx) => {
        // First, because this row lock makes other changes of the panel wait.
        await bumpControlVersion(tx);
        for (const provider of new Set(list.map((one) => one.provider))) {
          await removeFaults(tx, provider);
        }
        for (const [index, fault] of wanted.entries()) {
          await insertFault(tx, ids.next(), index, fault);
        }
      });
      await panel.agreed();
      return (await panel.read(listFaults)).map(view);
    },
  );
}

/**
 * Unknown fields are dropped, as in all endpoints. A fault that could have no effect is refused.
 */
function read(body: FaultRequest, parties: readonly Party[]): Fault {
  const { provider, latencyMs, rate, verbs, seed, remaining } = body;
  const flags = effects.filter((effect) => body[effect] === true);
  const fault: Fault = {
    provider,
    ...Object.fromEntries(flags.map((effect) => [effect, true])),
    ...present({ latencyMs, verbs, seed, remaining }),
    ...(rate === undefined ? {} : { rate: Number(numberText(rate)) }),
  };
  return checkFault(fault, parties);
}

function view({ fault, calls, remaining }: StoredFault): object {
  return { ...fault, ...(remaining === null ? {} : { remaining }), calls };
}

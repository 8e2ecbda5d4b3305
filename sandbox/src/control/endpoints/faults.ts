// GET and POST /sandbox/faults: lists and sets the faults of the simulated providers.

import { Type, type Static } from 'typebox';
import type { Ids } from '@bramka/gateway/core/id.ts';
import { numberText } from '@bramka/gateway/core/json.ts';
import { endpoint } from '@bramka/gateway/http/endpoint.ts';
import { exact, oneOf } from '@bramka/gateway/http/schema.ts';
import { bumpControlVersion } from '../control.store.ts';
import type { Provider } from '../../trigger.ts';
import { checkFault, type Fault, type FaultVerb } from '../fault.ts';
import { insertFault, listFaults, removeFaults, type StoredFault } from '../faults.store.ts';
import type { Panel } from '../panel.ts';

export interface FaultParts {
  readonly panel: Panel;
  readonly ids: Ids;
}

const providerMeanings: Readonly<Record<Provider, string>> = {
  acquirer: 'The acquirer with the issuer.',
  directory: 'The directory servers of 3-D Secure.',
  acs: 'The access control server of the issuer, which reports results.',
};

const verbMeanings: Readonly<Record<FaultVerb, string>> = {
  authorize: 'acquirer: charge or hold the amount.',
  capture: 'acquirer: charge a held amount.',
  adjust: 'acquirer: change a held amount.',
  reverse: 'acquirer: take a charge or hold back.',
  refund: 'acquirer: return money.',
  inquire: 'acquirer: ask for the result of an attempt.',
  preq: 'directory: ask for the card ranges.',
  areq: 'directory: ask for an authentication.',
  rreq: 'acs: report the result of a challenge.',
};

const flag = (description: string) => Type.Optional(Type.Boolean({ description }));

const common = {
  provider: oneOf(providerMeanings, 'The simulated provider that fails.'),
  latencyMs: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 60_000, description: 'The request arrives this late' }),
  ),
  timeout: flag('Nothing is done and no answer comes'),
  dropAnswer: flag('It is done, but no answer comes'),
  outage: flag('Nothing is done, the answer is status 503'),
  duplicate: flag('acquirer: the request is processed twice at the same moment'),
  duplicateCallback: flag('acs: the result is sent twice at the same moment'),
  reorderCallback: flag('acs: the customer comes back first, the result follows a second later'),
  verbs: Type.Optional(
    Type.Array(oneOf(verbMeanings, 'Call.'), {
      minItems: 1,
      description: 'Which calls; absent: all. directory: preq, areq; acs: rreq; acquirer: others',
    }),
  ),
  seed: Type.Optional(
    Type.Integer({ description: 'Decides which calls the rate hits; same seed, same calls' }),
  ),
  remaining: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'How many more calls are hit' }),
  ),
};
const rateMeaning = 'Share of the calls that are hit, up to 1; absent: all';

const asked = Type.Object({
  ...common,
  rate: Type.Optional(exact(rateMeaning, { exclusiveMinimum: 0, maximum: 1 }, 0.5)),
  clear: flag('No faults for this provider any more'),
});
type FaultRequest = Static<typeof asked>;

const reply = Type.Array(
  Type.Object({
    ...common,
    rate: Type.Optional(Type.Number({ description: rateMeaning })),
    calls: Type.Integer({ description: 'How many calls it could have hit so far' }),
  }),
);
export function readFaults({ panel }: FaultParts) {
  return endpoint({
    summary: 'List the faults of simulated providers',
    access: 'open',
    reply,
    answer: async () => (await panel.read(listFaults)).map(view),
  });
}

export function setFaults({ panel, ids }: FaultParts) {
  return endpoint({
    summary: 'Make a simulated provider fail',
    description:
      'Replaces all faults of the named providers. Faults are checked in the order of the list, ' +
      'and the first one that matches a call is applied; latency is added to any other. For ' +
      'provider acs a call is one attempt to deliver the result of an authentication: a lost ' +
      'result is sent again after 2 seconds, then 4 and so on.',
    access: 'open',
    body: Type.Union([asked, Type.Array(asked, { minItems: 1, maxItems: 20 })]),
    reply,
    refusals: ['INVALID_REQUEST'],
    async answer({ body }) {
      const list = [body].flat();
      const wanted = list.filter(({ clear }) => clear !== true).map(read);
      await panel.change(async (tx) => {
        // First, because this row lock makes other changes of the panel wait.
        await bumpControlVersion(tx);
        for (const provider of new Set(list.map((one) => one.provider))) {
          await removeFaults(tx, provider);
        }
        for (const [place, fault] of wanted.entries()) {
          await insertFault(tx, ids.next(), place, fault);
        }
      });
      await panel.agreed();
      return (await panel.read(listFaults)).map(view);
    },
  });
}

/**
 * Unknown fields are dropped, as in all endpoints. A fault that could have no effect is refused.
 */
function read(body: FaultRequest): Fault {
  const { provider, latencyMs, timeout, dropAnswer, outage } = body;
  const { duplicate, duplicateCallback, reorderCallback } = body;
  const { verbs, rate, seed, remaining } = body;
  return checkFault({
    provider,
    ...(latencyMs === undefined ? {} : { latencyMs }),
    ...(timeout ? { timeout } : {}),
    ...(dropAnswer ? { dropAnswer } : {}),
    ...(outage ? { outage } : {}),
    ...(duplicate ? { duplicate } : {}),
    ...(duplicateCallback ? { duplicateCallback } : {}),
    ...(reorderCallback ? { reorderCallback } : {}),
    ...(verbs === undefined ? {} : { verbs }),
    ...(rate === undefined ? {} : { rate: Number(numberText(rate)) }),
    ...(seed === undefined ? {} : { seed }),
    ...(remaining === undefined ? {} : { remaining }),
  });
}

function view({ fault, calls, remaining }: StoredFault): object {
  return { ...fault, ...(remaining === null ? {} : { remaining }), calls };
}

// GET <prefix>/settlement: the settlement file of the simulated acquirer, as a Fastify plugin and
// as documentation.

import { Readable } from 'node:stream';
import type { FastifyPluginCallback } from 'fastify';
import { Type } from 'typebox';
import { defect } from '@bramka/gateway/core/assert.ts';
import type { Clock } from '@bramka/gateway/core/clock.ts';
import type { Ids } from '@bramka/gateway/core/id.ts';
import type { Secret } from '@bramka/gateway/core/secret.ts';
import { endpoint, route, type Route } from '@bramka/gateway/http/endpoint.ts';
import type { Database } from '@bramka/gateway/storage/database.ts';
import { checkKey } from '../../wire/check-key.ts';
import { plantedMeanings, readOrder, settlementText } from '../../wire/settlement-file.ts';
import { readMovements } from './movements.store.ts';

export interface SettlementParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The name of the acquirer among the providers of the gateway. */
  readonly provider: string;
  readonly key: Secret<string> | null;
}

const FILE_TYPE = 'text/csv';

export function settlementRoutes(parts: SettlementParts): FastifyPluginCallback {
  const { database, clock, ids, provider, key } = parts;
  return (app, _options, done) => {
    if (key) checkKey(app, key);
    app.get('/settlement', async (request, reply) => {
      const now = clock.now();
      const order = readOrder(request.query, provider, now);
      const text = settlementText(order, readMovements(database, order, now), () => ids.next());
      // A refusal is sent as such, so the first piece is made before the answer begins.
      const first = await text.next();
      const pieces = async function* () {
        if (!first.done) yield first.value;
        yield* text;
      };
      return reply.type(`${FILE_TYPE}; charset=utf-8`).send(Readable.from(pieces()));
    });
    done();
  };
}

const plants = Object.entries(plantedMeanings).map(([name, meaning]) => `\`${name}\`: ${meaning}`);

export function describeSettlement(prefix: string): Route[] {
  const time = (description: string) => Type.Optional(Type.String({ description }));
  const settlement = endpoint({
    summary: 'Get the settlement file of the simulated acquirer',
    description:
      'All money that it has moved for the merchants of the gateway in a period, as CSV; ' +
      '`bramka reconcile` imports it. Differences can be planted: each word of `plant` changes ' +
      `the next movement of the file. ${plants.join(' ')}`,
    access: 'open',
    neighbour: {},
    query: Type.Object({
      from: time('Start of the period, included; absent: 24 hours before its end'),
      to: time('End of the period, not included; absent: now'),
      provider: Type.Optional(
        Type.String({
          minLength: 1,
          description: 'What the gateway calls this acquirer; absent: sandbox',
        }),
      ),
      plant: Type.Optional(
        Type.String({ description: 'Differences to plant, with commas, such as OMIT,AMOUNT' }),
      ),
    }),
    replyType: FILE_TYPE,
    reply: Type.String({ description: 'The file' }),
    refusals: ['INVALID_REQUEST'],
    answer: () => defect('the sandbox mounts this route itself'),
  });
  return [route('GET', `${prefix}/settlement`, settlement)];
}

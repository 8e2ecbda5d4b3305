// GET <prefix>/settlement: the settlement file of the simulated acquirer.

import { Readable } from 'node:stream';
import { Type } from 'typebox';
import type { Clock } from '@bramka/gateway/core/clock.ts';
import type { Ids } from '@bramka/gateway/core/id.ts';
import { endpoint } from '@bramka/gateway/http/endpoint.ts';
import { RawReply } from '@bramka/gateway/http/pages/raw-reply.ts';
import type { Database } from '@bramka/gateway/storage/database.ts';
import { forKeyHolders, maybe } from '../../party/schemas.ts';
import { plantedMeanings, readOrder, settlementText } from '../../wire/settlement-file.ts';
import { readMovements } from './movements.store.ts';

export interface SettlementDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: Ids;
  /** The name of the acquirer among the providers of the gateway. */
  readonly provider: string;
}

const FILE_TYPE = 'text/csv';
const plants = Object.entries(plantedMeanings).map(([name, meaning]) => `\`${name}\`: ${meaning}`);

export const readSettlement = endpoint(
  {
    ...forKeyHolders,
    method: 'GET',
    path: '/settlement',
    summary: 'Get the settlement file of the simulated acquirer',
    description:
      'All money that it has moved for the merchants of the gateway in a period, as CSV; ' +
      '`bramka reconcile` imports it. Differences can be planted: each word of `plant` changes ' +
      `the next movement of the file. ${plants.join(' ')}`,
    query: Type.Object({
      from: maybe('Start of the period, included; absent: 24 hours before its end'),
      to: maybe('End of the period, not included; absent: now'),
      provider: Type.Optional(
        Type.String({
          minLength: 1,
          description: 'What the gateway calls this acquirer; absent: sandbox',
        }),
      ),
      plant: maybe('Differences to plant, with commas, such as OMIT,AMOUNT'),
    }),
    replyType: FILE_TYPE,
    reply: Type.String({ description: 'The file' }),
    refusals: ['INVALID_REQUEST'],
  },
  async ({ database, clock, ids, provider }: SettlementDeps, { query }) => {
    const now = clock.now();
    const order = readOrder(query, provider, now);
    const text = settlementText(order, readMovements(database, order, now), () => ids.next());
    // A refusal is sent as such, so the first piece is made before the answer begins.
    const first = await text.next();
    const pieces = async function* () {
      if (!first.done) yield first.value;
      yield* text;
    };
    const headers = { 'content-type': `${FILE_TYPE}; charset=utf-8` };
    return new RawReply(200, headers, Readable.from(pieces()));
  },
);

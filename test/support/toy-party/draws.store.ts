// The draws of the toy party: the table for the journal, and the number of its rows.
import { table, type RowOf } from '@bramka/gateway/journal/table.ts';
import { statement, type Queryable } from '@bramka/gateway/storage/database.ts';

export const draws = table('sandbox.draws', {
  columns: {
    drawId: 'uuid',
    number: 'integer',
  },
  key: ['drawId'],
  hasOwnId: true,
});

export type Draw = RowOf<typeof draws>;

const count = statement('sandbox.draws.count', 'select count(*)::int as n from sandbox.draws');

export async function countDraws(on: Queryable): Promise<number> {
  return (await on.run<{ n: number }>(count))[0]?.n ?? 0;
}

// POST /v1/admin/bins/find: what the gateway knows of a card number. It is a POST, because a card
// number must not be part of an address, which proxies log.

import { basename } from 'node:path';
import { Type } from 'typebox';
import type { BinFile } from '../../cards/bin-file.ts';
import { emptyBinTable } from '../../cards/bin-table.ts';
import { endpoint } from '../../http/endpoint.ts';
import { patternText } from '../../http/schema.ts';
import type { ThreeDS } from '../../threeds/threeds.ts';
import { binSchema, binView } from '../bin.view.ts';

interface FindBinParts {
  /** Null: the gateway has no BIN table. */
  readonly bins: BinFile | null;
  readonly threeds: Pick<ThreeDS, 'directory' | 'ranges'>;
}

export const findBin = endpoint(
  {
    method: 'POST',
    path: '/v1/admin/bins/find',
    summary: 'Look up a card number in the BIN table in use',
    description:
      'Returns what this gateway uses for payments at this moment: the row of its BIN table and ' +
      'the 3-D Secure card ranges that it has received. The number is masked in the answer.',
    access: 'operator',
    onlyReads: true,
    body: Type.Object({
      number: patternText('^[0-9]{6,19}$', '6 to 19 digits', {
        description: 'A card number, or its first digits',
      }),
    }),
    reply: binSchema,
  },
  async ({ bins, threeds }: FindBinParts, { body }) => {
    const table = bins?.table() ?? emptyBinTable;
    const source = { table, file: bins ? basename(bins.path) : null, threeds };
    return Promise.resolve(binView(source, body.number));
  },
);

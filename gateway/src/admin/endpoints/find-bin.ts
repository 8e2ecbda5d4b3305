// POST /v1/admin/bins/find: what the gateway knows of a card number. It is a POST, because a card
// number must not be part of an address, which proxies log.

import { Type } from 'typebox';
import type { BinFile } from '../../cards/bin-file.ts';
import { emptyBinTable } from '../../cards/bin-table.ts';
import { endpoint } from '../../http/endpoint.ts';
import { formed } from '../../http/schema.ts';
import type { ThreeDS } from '../../threeds/threeds.ts';
import { binSchema, binView } from '../bin.view.ts';

export interface FindBinParts {
  /** Null: the gateway has no BIN table. */
  readonly bins: BinFile | null;
  readonly threeds: Pick<ThreeDS, 'directory' | 'ranges'>;
}

export function findBin({ bins, threeds }: FindBinParts) {
  return endpoint({
    summary: 'Look up a card number in the BIN table in use',
    description:
      'Answers what this gateway uses for payments at this moment: the row of its BIN table and ' +
      'the 3-D Secure card ranges it has received. The answer contains the number only masked.',
    access: 'operator',
    body: Type.Object({
      number: formed('^[0-9]{6,19}$', '6 to 19 digits', {
        description: 'A card number, or its first digits',
      }),
    }),
    reply: binSchema,
    refusals: ['ADMIN_KEY_INVALID', 'INVALID_REQUEST'],
    example: { number: '49171100' },
    exampleReply: {
      number: '49171100',
      range: { from: '49171100', to: '49171100' },
      isSupported: true,
      organization: 'VISA',
      cardType: 'DEBIT',
      issuerName: 'Bramka Test Bank',
      issuerCountry: 'PL',
      currency: 'PLN',
      fundsTransfer: true,
      threeDS: {
        source: 'DIRECTORY_SERVER',
        isEnrolled: true,
        protocolVersion: '2.3.1',
        acsStartProtocol: '2.1.0',
        acsEndProtocol: '2.3.1',
        dsStartProtocol: '2.1.0',
        dsEndProtocol: '2.3.1',
      },
      table: { file: '/etc/bramka/bins.csv', ranges: 28 },
    },
    answer({ body }) {
      const source = { table: bins?.table() ?? emptyBinTable, file: bins?.path ?? null, threeds };
      return Promise.resolve(binView(source, body.number));
    },
  });
}

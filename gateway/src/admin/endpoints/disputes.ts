// The operator's endpoint for disputes under /v1/admin/disputes: list what providers have reported.

import { Type } from 'typebox';
import { listDisputes } from '../../disputes/dispute.store.ts';
import { disputeSchema, disputeView, stageMeanings } from '../../disputes/dispute.view.ts';
import { endpoint } from '../../http/endpoint.ts';
import { oneOf } from '../../http/schema.ts';
import type { Queryable } from '../../storage/database.ts';
import { mid, uuidText } from '../fields.ts';

const PAGE = 100;

const listAllDisputes = endpoint(
  {
    method: 'GET',
    path: '/v1/admin/disputes',
    summary: 'List disputes that providers have reported, 100 at a time',
    description: 'Disputes are only recorded: the gateway moves no money because of them.',
    access: 'operator',
    query: Type.Object({
      merchantId: Type.Optional(mid('Only of this merchant; absent: of all')),
      stage: Type.Optional(oneOf(stageMeanings, 'Only at this stage; absent: at all.')),
      after: Type.Optional(uuidText('an id', 'The last disputeId of the page before')),
    }),
    reply: Type.Object({
      disputes: Type.Array(disputeSchema, { description: 'The newest first.' }),
    }),
  },
  async ({ database }: { readonly database: Queryable }, { query }) => {
    const found = await listDisputes(database, query, PAGE);
    return { disputes: found.map(disputeView) };
  },
);

export const disputeEndpoints = [listAllDisputes];

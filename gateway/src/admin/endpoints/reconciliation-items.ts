// The operator's endpoints for the items of reconciliations under /v1/admin/reconciliation-items:
// list those that do not agree, and resolve one with a note.

import { Type } from 'typebox';
import { endpoint } from '../../http/endpoint.ts';
import { freeText, oneOf, patternText } from '../../http/schema.ts';
import { listItems } from '../../reconciliation/item.store.ts';
import { itemKinds, type Item } from '../../reconciliation/reconciliation.ts';
import { itemSchema, itemView } from '../../reconciliation/reconciliation.view.ts';
import { resolveItem, type ResolveParts } from '../../reconciliation/resolve-item.ts';
import { uuidText } from '../fields.ts';
import { providerField } from './reconciliations.ts';

const PAGE = 100;

const states = {
  OPEN: 'Not resolved.',
  RESOLVED: 'The operator has resolved it.',
  ALL: 'Both.',
} as const;

const listReconciliationItems = endpoint(
  {
    method: 'GET',
    path: '/v1/admin/reconciliation-items',
    summary: 'List what does not agree with settlement files, 100 at a time',
    access: 'operator',
    query: Type.Object({
      importId: Type.Optional(uuidText('an id', 'Only of this import; absent: of all')),
      provider: Type.Optional(providerField),
      kind: Type.Optional(oneOf(itemKinds, 'Only this kind; absent: all.')),
      state: Type.Optional(oneOf(states, 'Absent: OPEN.')),
      after: Type.Optional(uuidText('an id', 'The last itemId of the page before')),
    }),
    reply: Type.Object({
      items: Type.Array(itemSchema, { description: 'The oldest first.' }),
    }),
  },
  async ({ database }: ResolveParts, { query: { state = 'OPEN', ...filter } }) => {
    const isOpen = state === 'ALL' ? undefined : state === 'OPEN';
    const items = await listItems(database, { ...filter, isOpen }, PAGE);
    return { items: items.map(itemView) };
  },
);

const printable = (max: number) => `^[^\\u0000-\\u001f\\u007f]{1,${String(max)}}$`;

const resolveReconciliationItem = endpoint(
  {
    method: 'POST',
    path: '/v1/admin/reconciliation-items/{itemId}/resolve',
    summary: 'Resolve an item of a reconciliation with a note',
    description:
      'Records who looked into it and what was found, also in the audit log. Money is not moved: ' +
      'if some must move, do that first, for example by a refund. A resolution is final; the ' +
      'same one again changes nothing.',
    access: 'operator',
    action: { name: 'RESOLVE_ITEM', subject: 'itemId' },
    params: Type.Object({
      itemId: Type.String({ maxLength: 64, description: 'Id of the item' }),
    }),
    body: Type.Object({
      by: patternText(printable(100), '1 to 100 printable characters', {
        ...freeText,
        description: 'Who resolves it',
      }),
      note: patternText(printable(1000), '1 to 1000 printable characters', {
        ...freeText,
        description: 'What was found out',
      }),
    }),
    reply: itemSchema,
    refusals: ['RECONCILIATION_ITEM_NOT_FOUND', 'ITEM_ALREADY_RESOLVED'],
  },
  async (parts: ResolveParts, { params: { itemId }, body, note }) => {
    const onFound = (before: Item) => note({ before: itemView(before) });
    const { by, note: text } = body;
    return itemView(await resolveItem({ ...parts, onFound }, itemId, { by, note: text }));
  },
);

export const reconciliationItemEndpoints = [listReconciliationItems, resolveReconciliationItem];

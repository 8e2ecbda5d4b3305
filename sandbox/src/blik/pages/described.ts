// Documentation of the pages in blik/pages/blik-pages.ts.

import { Type } from 'typebox';
import { defect } from '@bramka/gateway/core/assert.ts';
import { endpoint, route, type Route } from '@bramka/gateway/http/endpoint.ts';
import { oneOf } from '@bramka/gateway/http/schema.ts';

const servedElsewhere = (): never => defect('this route is served by blik/pages/blik-pages.ts');
const shared = {
  access: 'open',
  neighbour: {},
  replyType: 'text/html',
  reply: Type.String({ description: 'The page.' }),
  answer: servedElsewhere,
} as const;
const params = Type.Object({ phone: Type.String({ description: 'Key of the phone, 1 to 3.' }) });

export function blikPagesDescription(prefix: string): Route[] {
  return [
    route('GET', prefix, endpoint({ ...shared, summary: 'Choose a phone with a BLIK app' })),
    route(
      'GET',
      `${prefix}/phone/{phone}`,
      endpoint({
        ...shared,
        summary: 'Show the BLIK app of a phone',
        description: 'Code, payments to confirm and saved shops, in the language of the browser.',
        params,
      }),
    ),
    route(
      'POST',
      `${prefix}/phone/{phone}/act`,
      endpoint({
        ...shared,
        summary: 'Press a button in the BLIK app of a phone',
        params,
        bodies: ['form'],
        body: Type.Object({
          do: oneOf(
            {
              code: 'Get a code.',
              cancel: 'Cancel the code.',
              accept: 'Confirm the payment.',
              save: 'Confirm it and save the shop.',
              refuse: 'Decline the payment.',
              remove: 'Remove a saved shop.',
            },
            'The button.',
          ),
          push: Type.Optional(Type.String({ description: 'accept, save, refuse: the payment.' })),
          alias: Type.Optional(Type.String({ description: 'remove: the saved shop.' })),
        }),
        browserReply: 'The browser is redirected (303) to the phone.',
      }),
    ),
  ];
}

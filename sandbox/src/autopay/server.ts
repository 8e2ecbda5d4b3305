// The simulated operator over HTTP, as a Fastify plugin: the calls of the protocol, the link of a
// customer, and the logos of the banks.

import type { FastifyPluginCallback } from 'fastify';
import { refuse } from '@bramka/gateway/core/refusals.ts';
import { html } from '@bramka/gateway/http/pages/html.ts';
import { autopayBanks } from '../bank/bank-list.ts';
import { BODY_LIMIT, readBodies } from '../wire/bodies.ts';
import { createSendAnswer } from '../wire/unanswered.ts';
import { operations } from './operator.ts';
import type { OperatorAnswer, OperatorCall } from './requests.ts';

export type HandleCall = (call: OperatorCall) => Promise<OperatorAnswer | undefined>;

/** `bankPage`: the address of the page on which the customer pays. */
export function operatorRoutes(
  handle: HandleCall,
  bankPage: (remoteId: string, token: string) => string,
): FastifyPluginCallback {
  return (app, _options, done) => {
    const send = createSendAnswer(app);
    readBodies(app, 'application/x-www-form-urlencoded');
    app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, next) =>
      next(null, body),
    );
    for (const [path] of Object.values(operations)) {
      app.post(path, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
        const headers = request.headers as OperatorCall['headers'];
        const body = typeof request.body === 'string' ? request.body : '';
        const answer = await handle({ path, headers, body });
        if (answer === undefined) {
          send(reply, undefined);
          return reply;
        }
        const type = answer.body.startsWith('{') ? 'application/json' : 'text/xml';
        return reply.code(answer.status).type(`${type}; charset=utf-8`).send(answer.body);
      });
    }
    app.get('/payment/continue/:remoteID/:token', (request, reply) => {
      const { remoteID, token } = request.params as { remoteID: string; token: string };
      const page = bankPage(encodeURIComponent(remoteID), encodeURIComponent(token));
      return reply.header('cache-control', 'no-store').redirect(page, 303);
    });
    app.get('/icons/:file', (request, reply) => {
      const { file } = request.params as { file: string };
      const bank = autopayBanks.find(({ bankId }) => `${bankId}.svg` === file);
      if (!bank) return refuse('ROUTE_NOT_FOUND');
      return reply.type('image/svg+xml').send(iconOf(bank.name));
    });
    done();
  };
}

/** The first letters of the name. */
function iconOf(name: string): string {
  const letters = name.split(' ').map((word) => word.charAt(0).toUpperCase());
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 40" role="img">
    <title>${name}</title>
    <rect width="64" height="40" rx="6" fill="#1d4f91" />
    <text
      x="32"
      y="27"
      text-anchor="middle"
      font-family="sans-serif"
      font-size="18"
      font-weight="700"
      fill="#fff"
    >
      ${letters.slice(0, 2).join('')}
    </text>
  </svg>`.text;
}

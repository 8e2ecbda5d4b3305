// The simulated ACS for programs: challenges as JSON, so that a test finishes one without a
// browser, and the address to which SDKs post their encrypted messages.

import type { FastifyInstance, FastifyPluginCallback, FastifyReply } from 'fastify';
import { isoTime } from '@bramka/gateway/core/clock.ts';
import { BODY_LIMIT, readBodies } from '../../wire/bodies.ts';
import { JSON_TYPE, jsonText } from '../../wire/json-text.ts';
import type { SimulatedAcs } from '../acs.ts';
import { challengeActions, type ChallengeAction } from '../authentication.ts';
import type { ChallengeView } from '../view.ts';

type RoutedAcs = Pick<SimulatedAcs, 'look' | 'act' | 'answerSdk'>;

export function acsRoutes(acs: RoutedAcs): FastifyPluginCallback {
  return (app, _options, done) => {
    readBodies(app, 'the ACS');
    readJose(app);
    app.get('/challenges/:acsTransID', async (request, reply) =>
      show(reply, await acs.look(idIn(request.params))),
    );
    app.post('/challenges/:acsTransID', async (request, reply) => {
      const action = readAction(request.body);
      if (!action) return reply.code(400).send({ error: 'action is missing or malformed' });
      return show(reply, await acs.act(idIn(request.params), action));
    });
    app.post('/app', { bodyLimit: BODY_LIMIT }, async (request, reply) => {
      if (typeof request.body !== 'string') {
        return reply.code(415).send({ error: 'a CReq is sent as application/jose' });
      }
      const answer = await acs.answerSdk(request.body);
      if (answer.kind === 'jose') {
        return reply.type('application/jose; charset=utf-8').send(answer.body);
      }
      return reply.type(JSON_TYPE).send(JSON.stringify(answer.body));
    });
    done();
  };
}

function readJose(app: FastifyInstance): void {
  app.addContentTypeParser('application/jose', { parseAs: 'string' }, (_request, body, done) =>
    done(null, String(body)),
  );
}

function idIn(params: unknown): string {
  return (params as { acsTransID: string }).acsTransID;
}

function show(reply: FastifyReply, view: ChallengeView | undefined): FastifyReply {
  if (!view) return reply.code(404).send({ error: 'there is no such challenge' });
  return reply.type(JSON_TYPE).send(jsonText({ ...view, expiresAt: isoTime(view.expiresAt) }));
}

function readAction(body: unknown): ChallengeAction | undefined {
  const { action, password } = (body ?? {}) as { action?: unknown; password?: unknown };
  const known = challengeActions.find((one) => one === action);
  if (known !== 'password') return known && { do: known };
  return typeof password === 'string' ? { do: known, password } : undefined;
}

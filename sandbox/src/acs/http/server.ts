// The simulated ACS for programs: challenges as JSON, so that a test can finish one without a
// browser, and the URL to which SDKs post their encrypted messages.

import type { FastifyInstance, FastifyPluginCallback, FastifyReply } from 'fastify';
import { isoTime } from '@bramka/gateway/core/clock.ts';
import { invalid, refuse } from '@bramka/gateway/core/refusals.ts';
import { BODY_LIMIT, readBodies } from '../../wire/bodies.ts';
import { JSON_TYPE, jsonText } from '../../wire/json-text.ts';
import type { SimulatedAcs } from '../acs.ts';
import { challengeActions, type ChallengeAction } from '../authentication.ts';
import type { ChallengeView } from '../view.ts';

type RoutedAcs = Pick<SimulatedAcs, 'viewChallenge' | 'applyAction' | 'answerSdk'>;

export function acsRoutes(acs: RoutedAcs): FastifyPluginCallback {
  return (app, _options, done) => {
    readBodies(app);
    app.get('/challenges/:acsTransID', async (request, reply) =>
      show(reply, await acs.viewChallenge(idIn(request.params))),
    );
    app.post('/challenges/:acsTransID', async (request, reply) => {
      const action = readAction(request.body);
      return show(reply, await acs.applyAction(idIn(request.params), action));
    });
    void app.register((own, _own, ready) => {
      answerSdks(own, acs);
      ready();
    });
    done();
  };
}

function answerSdks(app: FastifyInstance, acs: RoutedAcs): void {
  readBodies(app, 'application/jose');
  app.post('/app', { bodyLimit: BODY_LIMIT }, async (request, reply) => {
    if (request.body === undefined) throw invalid('body', 'is required');
    const answer = await acs.answerSdk(request.body as string);
    if (answer.kind === 'jose') {
      return reply.type('application/jose; charset=utf-8').send(answer.body);
    }
    return reply.type(JSON_TYPE).send(JSON.stringify(answer.body));
  });
}

function idIn(params: unknown): string {
  return (params as { acsTransID: string }).acsTransID;
}

function show(reply: FastifyReply, view: ChallengeView | undefined): FastifyReply {
  if (!view) return refuse('CHALLENGE_NOT_FOUND');
  return reply.type(JSON_TYPE).send(jsonText({ ...view, expiresAt: isoTime(view.expiresAt) }));
}

function readAction(body: unknown): ChallengeAction {
  const { action, password } = (body ?? {}) as { action?: unknown; password?: unknown };
  const known = challengeActions.find((one) => one === action);
  if (known === undefined) throw invalid('action', `must be one of ${challengeActions.join(', ')}`);
  if (known !== 'password') return { do: known };
  if (typeof password !== 'string') throw invalid('password', 'is required with action password');
  return { do: known, password };
}

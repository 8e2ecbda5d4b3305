// The simulated banks for programs: transfers as JSON, so that a test can pay one without a
// browser.

import type { FastifyPluginCallback } from 'fastify';
import { invalid, refuse } from '@bramka/gateway/core/refusals.ts';
import { readBodies } from '../wire/bodies.ts';
import { JSON_TYPE, jsonText } from '../wire/json-text.ts';
import { transferActions, type TransferAction, type TransferRow } from './transfer.ts';
import type { Transfers } from './transfers.ts';
import { viewOf } from './view.ts';

export function bankRoutes(
  transfers: Transfers,
  pageOf: (row: TransferRow) => string,
): FastifyPluginCallback {
  return (app, _options, done) => {
    readBodies(app);
    const show = (row: TransferRow | undefined): string =>
      row ? jsonText(viewOf(row, pageOf(row))) : refuse('TRANSFER_NOT_FOUND');
    app.get('/transfers', async (_request, reply) => {
      const rows = await transfers.latest();
      return reply.type(JSON_TYPE).send(jsonText(rows.map((row) => viewOf(row, pageOf(row)))));
    });
    app.get('/transfers/:remoteID', async (request, reply) => {
      return reply.type(JSON_TYPE).send(show(await transfers.find(idIn(request.params))));
    });
    app.post('/transfers/:remoteID', async (request, reply) => {
      const action = readAction(request.body);
      return reply.type(JSON_TYPE).send(show(await transfers.act(idIn(request.params), action)));
    });
    done();
  };
}

function idIn(params: unknown): string {
  return (params as { remoteID: string }).remoteID;
}

function readAction(body: unknown): TransferAction {
  const { action } = (body ?? {}) as { action?: unknown };
  const known = transferActions.find((one) => one === action);
  return known ?? refuseAction();
}

function refuseAction(): never {
  throw invalid('action', `must be one of ${transferActions.join(', ')}`);
}

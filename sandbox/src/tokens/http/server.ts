// The simulated token service over HTTP: POST <prefix>/<scheme>/<verb> speaks the token service
// protocol, and <prefix>/api changes tokens as customers and issuers do.

import type { FastifyInstance, FastifyPluginCallback, FastifyReply } from 'fastify';
import { isUuid } from '@bramka/gateway/core/id.ts';
import { invalid, refuse } from '@bramka/gateway/core/refusals.ts';
import type { Secret } from '@bramka/gateway/core/secret.ts';
import {
  tokenVerbs,
  type TokenAnswer,
  type TokenVerb,
} from '@bramka/gateway/token-services/plain/messages.ts';
import { BODY_LIMIT, readBodies } from '../../wire/bodies.ts';
import { checkKey } from '../../wire/check-key.ts';
import { JSON_TYPE, jsonText } from '../../wire/json-text.ts';
import { createSendAnswer } from '../../wire/unanswered.ts';
import type { Picture, TokenChanges } from '../changes.ts';
import { CARD_NUMBER, YEAR_MONTH } from '../request.ts';
import { schemes, type Scheme } from '../rows.ts';
import type { TokenChange } from '../token.ts';
import { tokenView } from './views.ts';

export interface TokenRoutesOptions {
  readonly key?: Secret<string>;
  /** How many clients may wait for an answer that is never sent. */
  readonly maxUnanswered?: number;
}

type Handle = (
  scheme: Scheme,
  verb: TokenVerb,
  request: unknown,
) => Promise<TokenAnswer | undefined>;

export function tokenRoutes(
  handle: Handle,
  options: TokenRoutesOptions = {},
): FastifyPluginCallback {
  return (app, _options, done) => {
    const send = createSendAnswer(app, options.maxUnanswered);
    readBodies(app);
    if (options.key) checkKey(app, options.key);
    for (const scheme of schemes) {
      for (const verb of tokenVerbs) {
        const path = `/${scheme.toLowerCase()}/${verb}`;
        app.post(path, { bodyLimit: BODY_LIMIT }, async (request, reply) => {
          send(reply, await handle(scheme, verb, request.body));
          return reply;
        });
      }
    }
    done();
  };
}

/** The changes that need nothing but the token. */
const simpleChanges: Readonly<Record<string, TokenChange>> = {
  suspend: { status: 'SUSPENDED' },
  resume: { status: 'ACTIVE' },
  delete: { status: 'DELETED' },
};

export function tokenControlRoutes(tokens: TokenChanges): FastifyPluginCallback {
  return (app, _options, done) => {
    readBodies(app);
    app.get('/api/tokens', async (_request, reply) =>
      show(reply, (await tokens.list()).map(tokenView)),
    );
    for (const [name, change] of Object.entries(simpleChanges)) {
      addChange(app, tokens, name, () => change);
    }
    addChange(app, tokens, 'update', readUpdate);
    app.get('/api/tokens/:instrumentRef/visual', async (request, reply) => {
      const picture = await tokens.picture(referenceIn(request.params));
      if (!picture) return refuse('NETWORK_TOKEN_NOT_FOUND');
      return showPicture(reply, picture, request.headers['if-none-match']);
    });
    done();
  };
}

function addChange(
  app: FastifyInstance,
  tokens: TokenChanges,
  name: string,
  read: (body: unknown) => TokenChange,
): void {
  app.post(`/api/tokens/:instrumentRef/${name}`, async (request, reply) => {
    const changed = await tokens.change(referenceIn(request.params), read(request.body));
    if (changed === 'not-found') return refuse('NETWORK_TOKEN_NOT_FOUND');
    if (changed === 'deleted') return refuse('NETWORK_TOKEN_DELETED');
    if (changed === 'other-organization') {
      throw invalid('cardNumber', 'must be a card of the same organization');
    }
    return show(reply, tokenView(changed));
  });
}

function readUpdate(body: unknown): TokenChange {
  const fields = (body ?? {}) as Record<string, unknown>;
  const { newArt } = fields;
  if (newArt !== undefined && typeof newArt !== 'boolean') {
    throw invalid('newArt', 'must be a boolean');
  }
  const read = (name: string, form: RegExp, rule: string): string | undefined => {
    const value = fields[name];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'string' || !form.test(value)) throw invalid(name, rule);
    return value;
  };
  const expiry = read('expiry', YEAR_MONTH, 'must be YYYYMM');
  const card = read('cardNumber', CARD_NUMBER, 'must be 12 to 19 digits');
  const cardExpiry = read('cardExpiry', YEAR_MONTH, 'must be YYYYMM');
  return {
    ...(expiry === undefined ? {} : { expiry }),
    ...(card === undefined ? {} : { card }),
    ...(cardExpiry === undefined ? {} : { cardExpiry }),
    ...(newArt === undefined ? {} : { newArt }),
  };
}

function referenceIn(params: unknown): string {
  const { instrumentRef } = params as { instrumentRef: string };
  return isUuid(instrumentRef) ? instrumentRef : refuse('NETWORK_TOKEN_NOT_FOUND');
}

function showPicture(
  reply: FastifyReply,
  { visualId, svg }: Picture,
  known: string | undefined,
): FastifyReply {
  const tag = `"${visualId}"`;
  void reply.header('etag', tag).header('cache-control', 'no-cache');
  if (known === tag) return reply.code(304).send();
  return reply.type('image/svg+xml').send(svg);
}

function show(reply: FastifyReply, view: unknown): FastifyReply {
  return reply.type(JSON_TYPE).send(jsonText(view));
}

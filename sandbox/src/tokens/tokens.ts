// The simulated token service behind its protocol. Each request id is decided once and recorded as
// one token; repeats are answered from that row.

import { defect } from '@bramka/gateway/core/assert.ts';
import { Draft } from '@bramka/gateway/journal/entry.ts';
import type {
  TokenAnswer,
  TokenReply,
  TokenVerb,
} from '@bramka/gateway/token-services/plain/messages.ts';
import { MalformedRequest } from '../wire/fields.ts';
import { refusalAnswer } from '../wire/refused.ts';
import { ART_HEIGHT, ART_WIDTH, drawCard } from './cards/art.ts';
import { createChanges, type TokenChanges } from './changes.ts';
import { CRYPTOGRAM_LIFE_MS, cryptogramOf } from './cryptogram.ts';
import { createNetwork, type TokenNetwork } from './network.ts';
import { commitToken, MAX_RACES, type TokenParts } from './parts.ts';
import {
  fitsScheme,
  readCryptogram,
  readProvision,
  readReference,
  readVisual,
  type ProvisionRequest,
} from './request.ts';
import { cryptogramTable, tokenTable, type Scheme, type TokenRow } from './rows.ts';
import { monthIn, newToken, requestHashOf, tokenMessage } from './token.ts';
import { behaviourFor, DELAY_MS } from './cards/triggers.ts';

export interface SimulatedTokens extends TokenChanges, TokenNetwork {
  /** The answer, or undefined if the request is never answered. */
  handle(scheme: Scheme, verb: TokenVerb, request: unknown): Promise<TokenAnswer | undefined>;
}

export function createTokens(parts: TokenParts): SimulatedTokens {
  const changes = createChanges(parts);
  return {
    ...changes,
    ...createNetwork(parts),
    async handle(scheme, verb, request) {
      try {
        return await answer(parts, changes, scheme, verb, request);
      } catch (error) {
        if (!(error instanceof MalformedRequest)) throw error;
        return refusalAnswer('INVALID_REQUEST', [{ field: error.field, message: error.reason }]);
      }
    },
  };
}

const ok = (body: TokenReply): TokenAnswer => ({ status: 200, body });

async function answer(
  parts: TokenParts,
  changes: TokenChanges,
  scheme: Scheme,
  verb: TokenVerb,
  request: unknown,
): Promise<TokenAnswer | undefined> {
  switch (verb) {
    case 'provision':
      return provision(parts, scheme, readProvision(request, parts.safe));
    case 'cryptogram':
      return issueCryptogram(parts, scheme, request);
    case 'remove': {
      const instrumentRef = readReference(request);
      if (!(await find(parts, scheme, instrumentRef))) return notFound(instrumentRef);
      await changes.remove(instrumentRef);
      return ok({ result: 'REMOVED', instrumentRef });
    }
    case 'read': {
      const instrumentRef = readReference(request);
      const row = await find(parts, scheme, instrumentRef);
      if (!row) return notFound(instrumentRef);
      return ok({ result: 'FOUND', token: tokenMessage(row, parts.safe) });
    }
    case 'visual':
      return showCard(parts, scheme, readVisual(request));
    default:
      throw new MalformedRequest('the verb');
  }
}

async function find(
  { store }: TokenParts,
  scheme: Scheme,
  instrumentRef: string,
): Promise<TokenRow | undefined> {
  const row = await store.token(instrumentRef);
  return row?.scheme === scheme ? row : undefined;
}

function notFound(instrumentRef: string): TokenAnswer {
  return ok({ result: 'NOT_FOUND', instrumentRef });
}

async function provision(
  parts: TokenParts,
  scheme: Scheme,
  request: ProvisionRequest,
): Promise<TokenAnswer | undefined> {
  const { requestId, card, cardExpiry } = request;
  const { store, clock, ids, safe } = parts;
  if (!parts.mayNotify(new URL(request.notificationUrl))) {
    const message = 'is not the address of a gateway that this sandbox serves';
    return refusalAnswer('INVALID_REQUEST', [{ field: 'notificationUrl', message }]);
  }
  const decline = (rejectCode: string) => ok({ result: 'DECLINED', requestId, rejectCode });
  for (let race = 0; race < MAX_RACES; race += 1) {
    const known = await store.ofRequest(scheme, requestId);
    if (known) return answerRepeat(parts, known, request);
    if (!fitsScheme(scheme, card)) return decline('INVALID_CARD');
    if (cardExpiry < monthIn(clock.now(), 0)) return decline('EXPIRED_CARD');
    const behaviour = behaviourFor(card);
    if (behaviour === 'TOKENIZATION_DECLINED') return decline(behaviour);
    if (behaviour === 'SLOW') await clock.sleep(DELAY_MS);
    const status = behaviour === 'ARRIVES_SUSPENDED' ? 'SUSPENDED' : 'ACTIVE';
    const made = { instrumentRef: ids.next(), status, now: clock.now() } as const;
    const row = newToken(scheme, request, safe, made);
    if (!(await commitToken(parts, new Draft().insert(tokenTable, row)))) continue;
    return firstAnswer(behaviour, provisioned(row, parts));
  }
  return defect('a request lost every race for its token');
}

function firstAnswer(
  behaviour: ReturnType<typeof behaviourFor>,
  normal: TokenAnswer,
): TokenAnswer | undefined {
  switch (behaviour) {
    case 'ANSWER_LOST':
      return undefined;
    case 'GARBAGE_ANSWER':
      return { status: 200, body: '<html><h1>It works!</h1>' };
    case 'PROVIDER_ERROR':
      return refusalAnswer('PROVIDER_OUT_OF_ORDER');
    default:
      return normal;
  }
}

function provisioned(row: TokenRow, { safe }: TokenParts): TokenAnswer {
  const { requestId } = row;
  return ok({ result: 'PROVISIONED', requestId, token: tokenMessage(row, safe) });
}

/** A repeat of the same request gets the token as it is now, another request is refused. */
function answerRepeat(parts: TokenParts, row: TokenRow, request: ProvisionRequest): TokenAnswer {
  const isSame = row.requestHash === requestHashOf(request, parts.safe);
  return isSame ? provisioned(row, parts) : refusalAnswer('REQUEST_REUSED');
}

async function issueCryptogram(
  parts: TokenParts,
  scheme: Scheme,
  request: unknown,
): Promise<TokenAnswer> {
  const { instrumentRef, merchantId, amountMinor, currency } = readCryptogram(request);
  const refuse = (why: string) => ok({ result: 'REFUSED', instrumentRef, why });
  for (let race = 0; race < MAX_RACES; race += 1) {
    const row = await find(parts, scheme, instrumentRef);
    // A token of another merchant is treated as unknown.
    if (row?.merchantId !== merchantId) return refuse('NOT_FOUND');
    if (row.status !== 'ACTIVE') return refuse(row.status);
    const counter = row.cryptograms + 1;
    const terms = { instrumentRef, counter, merchantId, amountMinor, currency };
    const expiresAt = parts.clock.now() + CRYPTOGRAM_LIFE_MS;
    const draft = new Draft()
      .change(tokenTable, { ...row, cryptograms: counter, version: row.version + 1 }, row.version)
      .insert(cryptogramTable, { ...terms, expiresAt, usedBy: null, version: 1 });
    if (!(await commitToken(parts, draft))) continue;
    const { token } = parts.safe.open(row);
    const cryptogram = cryptogramOf(token, terms, parts.safe);
    const eci = scheme === 'VTS' ? '07' : '00';
    return ok({ result: 'ISSUED', instrumentRef, cryptogram, eci });
  }
  return defect('a cryptogram lost every race for its token');
}

async function showCard(
  parts: TokenParts,
  scheme: Scheme,
  { instrumentRef, visualId }: { instrumentRef: string; visualId: string },
): Promise<TokenAnswer> {
  const row = await find(parts, scheme, instrumentRef);
  if (row?.visualId !== visualId) return notFound(instrumentRef);
  const data = Buffer.from(drawCard(scheme, row.artSeed)).toString('base64');
  const size = { width: ART_WIDTH, height: ART_HEIGHT };
  const shown = { instrumentRef, visualId, mimeType: 'image/svg+xml', ...size, data };
  return ok({ result: 'FOUND', ...shown });
}

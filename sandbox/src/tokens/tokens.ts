// The simulated token service behind its protocol. Each request id is decided once and recorded as
// one token; repeats are answered from that row.

import { Draft } from '@bramka/gateway/journal/entry.ts';
import type {
  TokenAnswer,
  TokenReply,
  TokenVerb,
} from '@bramka/gateway/token-services/plain/messages.ts';
import { winRace, type Decided } from '../party/stored/win-race.ts';
import { MalformedRequest } from '../wire/fields.ts';
import { refusalAnswer } from '../wire/refused.ts';
import { ART_HEIGHT, ART_WIDTH, drawCard } from './cards/art.ts';
import { createChanges, type TokenChanges } from './changes.ts';
import { CRYPTOGRAM_LIFE_MS, cryptogramOf } from './cryptogram.ts';
import { createNetwork, type TokenNetwork } from './network.ts';
import type { TokenParts } from './parts.ts';
import {
  fitsScheme,
  readCryptogram,
  readProvision,
  readReference,
  readVisual,
  type ProvisionRequest,
} from './request.ts';
import {
  cryptogramTable,
  ONE_PER_NUMBER,
  ONE_PER_REQUEST,
  tokenTable,
  type Scheme,
  type TokenRow,
} from './rows.ts';
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
      return provision(parts, scheme, await readProvision(request, parts.safe));
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
      return ok({ result: 'FOUND', token: await tokenMessage(row, parts.safe) });
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
  return winRace(
    parts.journal,
    async (): Promise<Decided<TokenAnswer | undefined>> => {
      const known = await store.ofRequest(scheme, requestId);
      if (known) return { answer: await answerRepeat(parts, known, request) };
      if (!fitsScheme(scheme, card)) return { answer: decline('INVALID_CARD') };
      if (cardExpiry < monthIn(clock.now(), 0)) return { answer: decline('EXPIRED_CARD') };
      const behaviour = behaviourFor(card);
      if (behaviour === 'TOKENIZATION_DECLINED') return { answer: decline(behaviour) };
      if (behaviour === 'SLOW') await clock.sleep(DELAY_MS);
      const status = behaviour === 'ARRIVES_SUSPENDED' ? 'SUSPENDED' : 'ACTIVE';
      const made = { instrumentRef: ids.next(), status, createdAt: clock.now() } as const;
      const row = newToken(scheme, request, safe, made);
      const answer = firstAnswer(behaviour, await provisioned(row, parts));
      return { draft: new Draft().insert(tokenTable, row), answer };
    },
    [ONE_PER_REQUEST, ONE_PER_NUMBER],
  );
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

async function provisioned(row: TokenRow, { safe }: TokenParts): Promise<TokenAnswer> {
  const { requestId } = row;
  return ok({ result: 'PROVISIONED', requestId, token: await tokenMessage(row, safe) });
}

/** A repeat of the same request gets the token as it is now, another request is refused. */
async function answerRepeat(
  parts: TokenParts,
  row: TokenRow,
  request: ProvisionRequest,
): Promise<TokenAnswer> {
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
  return winRace(
    parts.journal,
    async () => {
      const row = await find(parts, scheme, instrumentRef);
      // A token of another merchant is treated as unknown.
      if (row?.merchantId !== merchantId) return { answer: refuse('NOT_FOUND') };
      if (row.status !== 'ACTIVE') return { answer: refuse(row.status) };
      const counter = row.cryptograms + 1;
      const terms = { instrumentRef, counter, merchantId, amountMinor, currency };
      const expiresAt = parts.clock.now() + CRYPTOGRAM_LIFE_MS;
      const draft = new Draft()
        .change(tokenTable, { ...row, cryptograms: counter, version: row.version + 1 }, row.version)
        .insert(cryptogramTable, { ...terms, expiresAt, usedBy: null, version: 1 });
      const cryptogram = cryptogramOf(parts.safe.open(row).token, terms, parts.safe);
      const eci = scheme === 'VTS' ? '07' : '00';
      return { draft, answer: ok({ result: 'ISSUED', instrumentRef, cryptogram, eci }) };
    },
    ['token_cryptograms_pkey'],
  );
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

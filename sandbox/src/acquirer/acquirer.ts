// The simulated acquirer and issuer behind the plain protocol. Each attempt id is decided once and
// recorded as one row in the database; repeats and inquiries are answered from that row.

import type {
  PlainAnswer,
  PlainReply,
  PlainRequest,
  Verb,
} from '@bramka/gateway/providers/plain/messages.ts';
import { defect } from '@bramka/gateway/core/assert.ts';
import type { Clock } from '@bramka/gateway/core/clock.ts';
import type { Ids } from '@bramka/gateway/core/id.ts';
import type { Money } from '@bramka/gateway/core/money.ts';
import type { RandomBytes } from '@bramka/gateway/core/random.ts';
import { Draft, type Journal } from '@bramka/gateway/journal/entry.ts';
import type { ThreeDSClaim } from '../acs/proof.ts';
import { chargeTable, ONE_PER_ATTEMPT } from './acquirer.store.ts';
import { answerRepeat } from './answer-repeat.ts';
import { answerOf, decideOperation, chargeAt } from './charge.ts';
import type { Charge, Decision, FollowUpVerb } from './charge.ts';
import { newAuthorization, newVoidedCharge, newOperation } from './new-charge.ts';
import { readAttemptId, readAuthorize, readFollowUp } from './request.ts';
import type { AuthorizeRequest, FollowUpRequest } from './request.ts';
import { checkCard, resolveToken, type TokenCheckParts } from './network-token.ts';
import { MalformedRequest } from '../wire/fields.ts';
import { refusalAnswer } from '../wire/refused.ts';
import { declined, DELAY_MS, type Behaviour } from './triggers/behaviour.ts';
import { behaviourFor, behaviourOfFollowUp } from './triggers/choose-behaviour.ts';

interface AcquirerParts extends TokenCheckParts {
  readonly journal: Journal;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: RandomBytes;
  /** A request that takes longer than this is lost. Absent: no request is lost. */
  readonly maxInFlightMs?: number;
  /**
   * Whether the issuer's own records confirm the claimed authentication for this charge. Absent:
   * every claim is accepted.
   */
  readonly checkAuthentication?: (claim: ThreeDSClaim, charged: Money) => Promise<boolean>;
}

export interface SimulatedAcquirer {
  /** The answer, or undefined if the request is never answered. */
  handle(verb: Verb, request: PlainRequest): Promise<PlainAnswer | undefined>;
  chargesOf(paymentId: string): Promise<Charge[]>;
}

/** Each lost race means that another operation succeeded, so this many are a defect. */
const MAX_RACES = 1_000;

export function createAcquirer(parts: AcquirerParts): SimulatedAcquirer {
  return {
    async handle(verb, request) {
      try {
        if (verb === 'authorize') return await authorize(parts, readAuthorize(request));
        if (verb === 'inquire') return await inquire(parts, readAttemptId(request));
        return await followUp(parts, verb, readFollowUp(request));
      } catch (error) {
        if (!(error instanceof MalformedRequest)) throw error;
        return refusalAnswer('INVALID_REQUEST', [{ field: error.field, message: error.reason }]);
      }
    },
    async chargesOf(paymentId) {
      const now = parts.clock.now();
      return (await parts.store.ofPayment(paymentId)).map((charge) => chargeAt(charge, now));
    },
  };
}

async function inquire(parts: AcquirerParts, attemptId: string): Promise<PlainAnswer> {
  const charge = await parts.store.find(attemptId);
  if (charge) return answerOf(chargeAt(charge, parts.clock.now()));
  const reply: PlainReply = { result: 'NOT_FOUND', attemptId };
  return { status: 200, body: reply };
}

/** Inserts the row without reading first: the primary key decides whether the attempt id is new. */
async function authorize(
  parts: AcquirerParts,
  request: AuthorizeRequest,
): Promise<PlainAnswer | undefined> {
  const sentAt = parts.clock.now();
  const { threeDS, token } = request;
  const isTrue = threeDS === null || (await isConfirmed(parts, request, threeDS));
  const checked = token ? await resolveToken(parts, request, token) : checkCard(request);
  const resolved = isTrue ? checked : declined('SUSPECTED_FRAUD');
  const behaviour = 'recorded' in resolved ? resolved : behaviourFor(resolved);
  const card = 'recorded' in resolved ? request.cardNumber : resolved.cardNumber;
  if (behaviour.answer === 'slow') await parts.clock.sleep(DELAY_MS);
  // The sandbox clock was moved past this request's time limit, so the request is lost.
  if (parts.clock.now() - sentAt > (parts.maxInFlightMs ?? Infinity)) return undefined;
  if (behaviour.recorded === null) {
    const recorded = await parts.store.find(request.attemptId);
    return recorded && answerRepeat(recorded, 'authorize', request, parts.clock.now());
  }
  const charge = newAuthorization(parts, { ...request, card }, behaviour);
  if (await commit(parts, new Draft().insert(chargeTable, charge))) {
    return answerFor(behaviour, answerOf(charge));
  }
  const recorded = await parts.store.find(request.attemptId);
  if (!recorded) return defect('an attempt id is taken, but its charge cannot be found');
  return answerRepeat(recorded, 'authorize', request, parts.clock.now());
}

async function isConfirmed(
  parts: AcquirerParts,
  { amountMinor: minor, currency }: AuthorizeRequest,
  claim: ThreeDSClaim,
): Promise<boolean> {
  return (await parts.checkAuthentication?.(claim, { minor, currency })) ?? true;
}

function answerFor(behaviour: Behaviour, answer: PlainAnswer): PlainAnswer | undefined {
  switch (behaviour.answer) {
    case 'never':
      return undefined;
    case 'error':
      return refusalAnswer('PROVIDER_OUT_OF_ORDER');
    case 'garbage':
      return { status: 200, body: '<html><h1>It works!</h1>' };
    default:
      return answer;
  }
}

/** Reads, decides, and writes with compare-and-set on the version; after a lost race it repeats. */
async function followUp(
  parts: AcquirerParts,
  verb: FollowUpVerb,
  request: FollowUpRequest,
): Promise<PlainAnswer | undefined> {
  const behaviour = behaviourOfFollowUp(verb, request.amountMinor);
  for (let race = 0; race < MAX_RACES; race += 1) {
    const found = await parts.store.findBoth(request.attemptId, request.originalAttemptId);
    if (found.own) return answerRepeat(found.own, verb, request, parts.clock.now());
    const original = found.original && chargeAt(found.original, parts.clock.now());
    const ruling = ruleOn(decideOperation(verb, original, request), behaviour);
    const charge = newOperation(parts, verb, request, ruling, behaviour);
    const draft = new Draft().insert(chargeTable, charge);
    if (original === undefined && verb === 'reverse') {
      draft.insert(chargeTable, newVoidedCharge(parts, request));
    } else if (original !== undefined && ruling.result === 'APPROVED' && ruling.change) {
      // A pending refund that will be approved is counted at once.
      const version = original.version + 1;
      draft.change(chargeTable, { ...original, ...ruling.change, version }, original.version);
    }
    if (await commit(parts, draft)) {
      return ruling.result === 'APPROVED'
        ? answerFor(behaviour, answerOf(charge))
        : answerOf(charge);
    }
  }
  return defect('an operation lost every race for its authorization');
}

/** A trigger can only decline what the money rules approve. */
function ruleOn(ruling: Decision, { rejectCode }: Behaviour): Decision {
  const isDeclined = ruling.result === 'APPROVED' && rejectCode !== null;
  return isDeclined ? { result: 'DECLINED', rejectCode } : ruling;
}

/** False if another operation won the race. */
async function commit(parts: AcquirerParts, draft: Draft): Promise<boolean> {
  const result = await parts.journal.commit(draft);
  if (result.kind === 'conflict' && result.constraint !== ONE_PER_ATTEMPT) {
    return defect(`a charge violated the constraint ${result.constraint}`);
  }
  return result.kind === 'committed';
}

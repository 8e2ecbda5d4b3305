// Records what a provider reports by itself, whichever provider it is. The first final result of an
// attempt counts; repeated, late and contradicting messages change nothing. A success about another
// amount or currency is never recorded: the resolver asks the provider.

import type { DepsOf } from '../http/endpoint.ts';
import { isSameMoney } from '../core/money.ts';
import { invalid, refuse } from '../core/refusals.ts';
import type { Provider } from '../providers/provider.ts';
import type {
  AttemptNews,
  ProviderAnswer,
  ProviderMessage,
  ProviderNews,
} from '../providers/provider-message.ts';
import type { Attempt } from '../providers/attempt.ts';
import { amountOf } from '../payments/model/payment.ts';
import { raiseAlarm } from '../payments/processing/alarm.ts';
import type { PaymentParts } from '../payments/processing/parts.ts';
import { isProvenFor, isProvenForMerchant, type ProofDeps } from './proof.ts';
import { recordAlias } from './record-alias.ts';

type HandleMessageDeps = ProofDeps & DepsOf<typeof recordAttempt> & DepsOf<typeof recordAlias>;

/** Undefined: the message is received, and its provider expects no answer of its own. */
export async function handleMessage(
  deps: HandleMessageDeps,
  { name, readMessage }: Provider,
  message: ProviderMessage,
): Promise<ProviderAnswer | undefined> {
  const credentials = deps.credentialsAt(name);
  const news = (await readMessage?.(message, credentials)) ?? 'not-authentic';
  if (news === 'not-authentic') return refuse('NOTIFICATION_NOT_AUTHENTIC');
  if (news === 'unreadable') throw invalid('body', `is not a message of provider ${name}`);
  const isProven = (attempt: Attempt) => isProvenFor(attempt, news, credentials);
  let isAccepted = true;
  for (const one of news.attempts) {
    isAccepted = (await recordAttempt(deps, name, one, isProven)) && isAccepted;
  }
  for (const alias of news.aliases ?? []) {
    if (!(await isProvenForMerchant(alias.merchantId, news, credentials))) continue;
    await recordAlias(deps, name, alias, attemptOf(news));
  }
  return news.answer?.(isAccepted);
}

/** With which attempt an alias was registered. */
function attemptOf({ attempts }: ProviderNews): string | undefined {
  return attempts[0]?.attemptId;
}

type RecordDeps = Pick<PaymentParts, 'processor'> & DepsOf<typeof reportWrongAmount>;

/** Whether the attempt is known and the amount is right. */
async function recordAttempt(
  deps: RecordDeps,
  provider: string,
  news: AttemptNews,
  isProven: (attempt: Attempt) => Promise<boolean>,
): Promise<boolean> {
  const { processor, metrics, log } = deps;
  const { attemptId, finding, amount } = news;
  metrics.outcomes.inc({ provider, verb: 'notification', outcome: finding.kind });
  const found = await processor.findAttempt(provider, attemptId);
  if (!found || !(await isProven(found.attempt))) {
    log.warn({ provider, attemptId }, 'ignored a result of an unknown payment');
    return false;
  }
  const { attempt } = found;
  const isRight = amount ? isSameMoney(amount, amountOf(attempt)) : finding.kind !== 'approved';
  if (!isRight) reportWrongAmount(deps, news, attempt);
  else if (finding.kind !== 'unknown' && !isAboutAnother(news, attempt)) {
    await processor.report({ provider, attemptId, finding });
  }
  return isRight;
}

/** Only a success moves money. */
function reportWrongAmount(
  deps: Pick<PaymentParts, 'log'> & DepsOf<typeof raiseAlarm>,
  { finding, amount }: AttemptNews,
  { paymentId, attemptId }: Attempt,
): void {
  const said = amount ? { amountMinor: String(amount.minor), currency: amount.currency } : {};
  const facts = { paymentId, attemptId, ...said };
  if (finding.kind !== 'approved') {
    deps.log.warn(facts, 'a message of a provider names another amount');
  } else raiseAlarm(deps, 'wrong-amount', { ...facts, reference: finding.reference });
}

/** Another operation for the same attempt that does not pay it; only a success counts. */
function isAboutAnother({ finding }: AttemptNews, { reference }: Attempt): boolean {
  if (finding.kind === 'approved' || finding.kind === 'unknown') return false;
  return reference !== null && finding.reference !== null && finding.reference !== reference;
}

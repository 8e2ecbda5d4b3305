// Records what a provider reports by itself, whichever provider it is. The first final result of an
// attempt counts; repeated, late and contradicting messages change nothing. A success about another
// amount or currency is never recorded: the resolver asks the provider. A merchant that has its own
// credentials knows the key of its messages, so the provider is asked whether a success is true.

import type { DepsOf } from '../http/endpoint.ts';
import { isSameMoney } from '../core/money.ts';
import { invalid, refuse } from '../core/refusals.ts';
import type { Provider } from '../providers/provider.ts';
import type {
  AttemptNews,
  DisputeNews,
  Proof,
  ProviderAnswer,
  ProviderMessage,
} from '../providers/provider-message.ts';
import { recordDispute } from '../disputes/record-dispute.ts';
import type { Attempt } from '../providers/attempt.ts';
import { asOutcome } from '../providers/outcome.ts';
import { amountOf } from '../payments/model/payment.ts';
import type { ReportedAttempt } from '../payments/processing/processor.ts';
import { raiseAlarm } from '../payments/processing/alarm.ts';
import { inquiryOf } from '../payments/processing/provider-call.ts';
import type { PaymentParts } from '../payments/processing/parts.ts';
import { isProvenFor, isProvenForMerchant, type ProofDeps } from './proof.ts';
import { recordAlias } from './record-alias.ts';

/** Undefined: the message is received, and its provider expects no answer of its own. */
export async function handleMessage(
  deps: ProofDeps & DepsOf<typeof recordAttempt | typeof recordAlias | typeof acceptDispute>,
  provider: Provider,
  message: ProviderMessage,
): Promise<ProviderAnswer | undefined> {
  const { name, readMessage } = provider;
  const credentials = deps.credentialsAt(name);
  const news = (await readMessage?.(message, credentials)) ?? 'not-authentic';
  if (news === 'not-authentic') return refuse('NOTIFICATION_NOT_AUTHENTIC');
  if (news === 'unreadable') throw invalid('body', `is not a message of provider ${name}`);
  let isAccepted = true;
  for (const one of news.attempts) {
    isAccepted = (await recordAttempt(deps, provider, one, news)) && isAccepted;
  }
  for (const alias of news.aliases ?? []) {
    if (!(await isProvenForMerchant(alias.merchantId, news, credentials))) continue;
    await recordAlias(deps, name, alias, news.attempts[0]);
  }
  for (const dispute of news.disputes ?? []) {
    isAccepted = (await acceptDispute(deps, name, dispute, news)) && isAccepted;
  }
  return news.answer?.(isAccepted);
}

/** Whether the attempt is known, the amount is right, and a success is true. */
async function recordAttempt(
  deps: ProofDeps & Pick<PaymentParts, 'processor'> & DepsOf<typeof reportWrongAmount>,
  asked: Provider,
  news: AttemptNews,
  proof: Proof,
): Promise<boolean> {
  const { processor, metrics } = deps;
  const { name: provider } = asked;
  const { attemptId, payment, finding, amount } = news;
  metrics.outcomes.inc({ provider, verb: 'notification', outcome: finding.kind });
  const found = await findProven(deps, provider, { attemptId, payment }, proof, 'result');
  if (!found) return false;
  const { attempt, inquiry } = found;
  const isRight = amount
    ? isSameMoney(amount, amountOf(attempt))
    : finding.kind !== 'approved' || isWhole(attempt);
  // Most messages repeat the answer to a call.
  const isKnown = finding.kind === 'approved' && attempt.state === 'APPROVED';
  if (!isRight) reportWrongAmount(deps, news, attempt);
  else if (!isKnown && finding.kind !== 'unknown' && !isAboutAnother(news, attempt)) {
    const isClaim = finding.kind === 'approved' && proof.provenBy !== null;
    const told = isClaim ? asOutcome(await asked.inquire(inquiry)) : finding;
    if (told.kind === 'unknown') return false;
    await processor.report({ provider, attemptId, payment, finding: told });
    return told.kind === finding.kind;
  }
  return isRight;
}

/** An operation that undoes all of its authorization. */
function isWhole({ verb }: Attempt): boolean {
  return verb === 'reverse' || verb === 'stop';
}

/** Whether the provider has processed the payment, with the account that proves the message. */
async function acceptDispute(
  deps: DepsOf<typeof findProven | typeof recordDispute>,
  provider: string,
  news: DisputeNews,
  proof: Proof,
): Promise<boolean> {
  const { merchantId, paymentId, attemptId } = news;
  const about = { attemptId, payment: { merchantId, paymentId } };
  if (!(await findProven(deps, provider, about, proof, 'dispute'))) return false;
  await recordDispute(deps, provider, news);
  return true;
}

/** The attempt that news is about, if it was made with the account that proves the news. */
async function findProven(
  deps: ProofDeps & Pick<PaymentParts, 'processor' | 'log'>,
  provider: string,
  about: ReportedAttempt,
  proof: Proof,
  what: 'result' | 'dispute',
) {
  const found = await deps.processor.findAttempt(provider, about);
  const inquiry = found && inquiryOf(found.loaded, found.attempt);
  if (inquiry && (await isProvenFor(inquiry, proof, deps.credentialsAt(provider)))) {
    return { attempt: found.attempt, inquiry };
  }
  deps.log.warn(
    { provider, attemptId: about.attemptId },
    `ignored a ${what} of an unknown payment`,
  );
  return undefined;
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

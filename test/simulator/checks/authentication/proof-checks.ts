// Checks of authorizations and results: an authorization claims exactly what the issuer gave for
// this payment, a genuine acknowledged result has its effect, and a forged one is never accepted.

import type { PlainRequest } from '@bramka/gateway/providers/plain/messages.ts';
import { attempts, type Attempt } from '@bramka/gateway/providers/attempt.ts';
import { currencyNumeric } from '@bramka/gateway/core/currency.ts';
import { payments, type Payment } from '@bramka/gateway/payments/model/payment.ts';
import { authentications, type Authentication } from '@bramka/gateway/threeds/authentication.ts';
import type { Reply } from '../../client/call.ts';
import { finalStatement, type IssuerCase } from '../../issuer/book.ts';
import { short } from '../../world/network.ts';
import type { World } from '../../world/world.ts';
import type { Findings } from '../findings.ts';

/** Statuses with which an authorization may be requested. */
const passable = ['Y', 'A', 'I', 'U'];
/** Not authentic, or to be sent again. */
const refusals = ['NOTIFICATION_NOT_AUTHENTIC', 'NOT_IN_THIS_STATE', 'CHANGED_MEANWHILE'];

export function checkAuthorization(world: World, findings: Findings, request: PlainRequest): void {
  const { memory } = world.storage;
  const attempt = memory
    .rows<Attempt>(attempts)
    .find(({ attemptId }) => attemptId === request.attemptId);
  if (!attempt) return findings.report('I2 one charge', 'an authorization without an attempt');
  const told = `authorize ${short(attempt.attemptId)} of payment ${short(attempt.paymentId)}`;
  const { merchantId, paymentId, authenticationId } = attempt;
  const isExempt = (request.exemption ?? null) === attempt.exemption;
  findings.expect(isExempt, 'A1 proof', () => `${told} claims another exemption`);
  const of =
    authenticationId === null
      ? undefined
      : memory.find<Authentication>(authentications, { merchantId, paymentId, authenticationId });
  const { threeDS } = request;
  if (!of || of.dsTransId === null) {
    return findings.expect(threeDS === undefined, 'A1 proof', () => `${told} claims a proof`);
  }
  const issuerCase = world.issuer.book.ofDirectory(of.dsTransId);
  const said = issuerCase && finalStatement(issuerCase);
  const isProven =
    threeDS?.dsTransId === of.dsTransId &&
    threeDS.eci === said?.eci &&
    threeDS.cavv === said.cavv &&
    threeDS.transStatus === said.transStatus &&
    threeDS.version === issuerCase?.areq.messageVersion;
  findings.expect(isProven, 'A1 proof', () => {
    const claimed = `${threeDS?.transStatus ?? '-'} ${threeDS?.eci ?? '-'}`;
    return `${told} claims ${claimed}, the issuer said ${said?.transStatus ?? 'nothing'}`;
  });
  const isAsked = issuerCase !== undefined && isSamePurchase(issuerCase, of, request);
  findings.expect(isAsked, 'A1 proof', () => `${told} is not what the issuer was asked about`);
  const isPassed = passable.includes(said?.transStatus ?? '');
  findings.expect(isPassed, 'A2 refusal', () => `${told} although the issuer refused`);
}

function isSamePurchase({ areq }: IssuerCase, of: Authentication, request: PlainRequest): boolean {
  return (
    areq.threeDSServerTransID === of.authenticationId &&
    areq.acctNumber === request.card?.number &&
    areq.purchaseAmount === request.amountMinor &&
    areq.purchaseCurrency === currencyNumeric(request.currency ?? '')
  );
}

/** A genuine result was answered: acknowledged, to be sent again, or unknown. */
export function checkResult(
  world: World,
  findings: Findings,
  issuerCase: IssuerCase,
  { status, code, body }: Reply,
): void {
  const { memory } = world.storage;
  const all = memory.rows<Authentication>(authentications);
  const of = all.find(
    ({ authenticationId }) => authenticationId === issuerCase.areq.threeDSServerTransID,
  );
  if (!of) return findings.report('A3 forgery', 'a result of no authentication');
  const { merchantId, paymentId } = of;
  const told = `a result of 3ds ${short(of.authenticationId)}`;
  const isOurs = of.acsTransId === issuerCase.acsTransId && of.dsTransId === issuerCase.dsTransId;
  if (status === 200) {
    const payment = memory.find<Payment>(payments, { merchantId, paymentId });
    const isOver = of.state === 'DONE' || payment?.status !== 'PENDING';
    const isTaken = isOurs && isOver && body['messageType'] === 'RRes';
    findings.expect(isTaken, 'A5 goes on', () => `${told} was acknowledged and lost`);
  }
  const isRefused = code === 'NOTIFICATION_NOT_AUTHENTIC';
  // The device of an earlier try is not kept, so a repeated result of that try may be refused.
  const isReplaced = all.some(
    (one) => one.paymentId === paymentId && one.authenticationId > of.authenticationId,
  );
  const isKnown = (isOurs && !isReplaced) || of.state === 'ASKING';
  findings.expect(!isRefused || !isKnown, 'A5 goes on', () => `${told} was not believed`);
  const isAnswer = status === 200 || status >= 500 || refusals.includes(code ?? '');
  findings.expect(isAnswer, 'A5 goes on', () => `${told} was answered ${code ?? ''}`);
}

/** A forged result may be refused or called malformed, but is never acknowledged. */
export function checkForged(findings: Findings, lie: string, { status, body }: Reply): void {
  const isBelieved = status === 200 && body['messageType'] !== 'Erro';
  findings.expect(!isBelieved, 'A3 forgery', () => `a result with ${lie} was acknowledged`);
}

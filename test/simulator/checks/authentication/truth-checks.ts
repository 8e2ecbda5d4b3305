// Checks that the records of an authentication match what the issuer said.

import type { Authentication } from '@bramka/gateway/threeds/authentication.ts';
import { finalStatement } from '../../issuer/book.ts';
import { SKEW_MS } from '../../world/faults.ts';
import { short } from '../../world/network.ts';
import { name, type Step } from '../payment-rows.ts';

/**
 * A recorded answer must be the issuer's answer, a recorded result the issuer's final result, and
 * no answer must stay no answer.
 */
export function checkTruth(step: Step, was: Authentication | undefined, is: Authentication): void {
  const { world, findings, key } = step;
  const { authenticationId, dsTransId, acsTransId, transStatus, eci, state } = is;
  if (state === 'FINGERPRINT' || state === 'ASKING') return;
  const told = `${describeAuthentication(is)} of ${name(key)} says ${transStatus ?? 'nothing'}`;
  if (dsTransId === null) {
    const isNothing = transStatus === 'U' && eci === null && is.sealedCavv === null;
    return findings.expect(isNothing, 'A3 forgery', () => `${told}, but nobody answered`);
  }
  const issuerCase = world.issuer.book.ofDirectory(dsTransId);
  const isOurs =
    issuerCase?.acsTransId === acsTransId &&
    issuerCase?.areq.threeDSServerTransID === authenticationId;
  if (!issuerCase || !isOurs)
    return findings.report('A3 forgery', `${told} for another transaction`);
  const isOver = transStatus !== 'C' && transStatus !== 'D';
  if (state === 'DONE' && !isOver) {
    const isLate = (was?.dueAt ?? Infinity) <= world.schedule.clock.now() + SKEW_MS;
    return findings.expect(isLate, 'I3 legal states', () => `${told}, given up too early`);
  }
  const said = state === 'DONE' ? finalStatement(issuerCase) : issuerCase.answered;
  const isSame =
    said.transStatus === transStatus &&
    said.challengeCancel === is.challengeCancel &&
    (said.cavv === null) === (is.sealedCavv === null) &&
    eci === (isOver ? said.eci : null);
  findings.expect(
    isSame,
    'A3 forgery',
    () => `${told} ${eci ?? ''}, the issuer ${said.transStatus} ${said.eci}`,
  );
}

export function describeAuthentication({ authenticationId }: Authentication): string {
  return `3ds ${short(authenticationId)}`;
}

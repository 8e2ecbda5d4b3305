// Chooses the behaviour for an authorization from the trigger catalogue. A name takes precedence
// over a card number and a card number over an amount; everything else is approved.

import { pathOf } from '../../acs/test-cards/paths.ts';
import { claimOf, type ThreeDSClaim } from '../../acs/proof.ts';
import { SOFT_DECLINE_IN_WALLET } from '../../wallets/triggers.ts';
import { approval, declined, faults } from './behaviour.ts';
import type { Behaviour, Fault, IssuerRejectCode } from './behaviour.ts';
import { acquirerTriggers, refundRows, type TriggerKind, type TriggerOutcome } from './triggers.ts';

/** The issuer declines, but would accept the same charge after strong customer authentication. */
const softDecline: Behaviour = declined('SCA_REQUIRED');

function behaviourOf(outcome: TriggerOutcome): Behaviour {
  if (outcome === 'APPROVED') return approval;
  if (outcome in faults) return faults[outcome as Fault];
  return declined(outcome as IssuerRejectCode);
}

function index(kind: TriggerKind, keyOf: (value: string) => string): Map<string, Behaviour> {
  return new Map(
    acquirerTriggers
      .filter((trigger) => trigger.kind === kind)
      .map((trigger) => [keyOf(trigger.value), behaviourOf(trigger.outcome)]),
  );
}

const byName = index('name', plainName);
const byCard = index('card', (number) => number);
const byAmount = index('amount', (value) => value.slice(-2));

function plainName(name: string): string {
  return name
    .trim()
    .toUpperCase()
    .replace(/[\s_]+/g, ' ');
}

interface TriggerSubject {
  readonly cardHolder: string | null;
  readonly cardNumber: string;
  readonly amountMinor: bigint;
  readonly threeDS: ThreeDSClaim | null;
  readonly exemption: string | null;
  /** The customer has confirmed on a device: the cryptogram of its number is valid. */
  readonly isConfirmedOnDevice?: boolean;
}

/** Checks name, then card number, then amount; approves otherwise. */
export function behaviourFor(subject: TriggerSubject): Behaviour {
  const { cardHolder, cardNumber, amountMinor } = subject;
  return (
    (cardHolder === null ? undefined : byName.get(plainName(cardHolder))) ??
    behaviourInWallet(subject) ??
    byCard.get(cardNumber) ??
    behaviourOfScaCard(subject) ??
    byAmount.get(String(amountMinor).slice(-2)) ??
    approval
  );
}

/** How an operation on an authorization is answered: only refunds have triggers. */
export function behaviourOfFollowUp(verb: string, amountMinor: bigint): Behaviour {
  const lastTwo = String(amountMinor).slice(-2);
  const found = verb === 'refund' ? refundRows.find(([value]) => value === lastTwo) : undefined;
  return found ? behaviourOf(found[1]) : approval;
}

/** A cryptogram is strong authentication, except for one test card. */
function behaviourInWallet(subject: TriggerSubject): Behaviour | undefined {
  const { cardNumber, isConfirmedOnDevice } = subject;
  if (isConfirmedOnDevice !== true) return undefined;
  if (cardNumber === SOFT_DECLINE_IN_WALLET)
    return isAuthenticated(subject) ? approval : softDecline;
  return pathOf(cardNumber) === 'SOFT_DECLINE' ? approval : undefined;
}

/**
 * 3-D Secure test cards are approved for any amount; the soft-decline card needs authentication.
 */
function behaviourOfScaCard(subject: TriggerSubject): Behaviour | undefined {
  const path = pathOf(subject.cardNumber);
  if (path !== 'SOFT_DECLINE') return path && approval;
  return isAuthenticated(subject) || subject.exemption === 'MIT' ? approval : softDecline;
}

function isAuthenticated({ threeDS }: TriggerSubject): boolean {
  return threeDS !== null && claimOf(threeDS.eci) === 2 && threeDS.cavv !== null;
}

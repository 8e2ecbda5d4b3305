// Phase (b) of an authentication: sends the authentication request to the directory server, built
// from the payment, its details, its merchant and the card in the vault, on whichever node.

import type { Authentication } from '../../../threeds/authentication.ts';
import { publicFacts, invalidFacts } from '../../../merchants/public-facts.ts';
import type { NoAnswer, NotAsked } from '../../../threeds/directory/directory.ts';
import { readDeviceOn } from '../../../threeds/device.ts';
import { buildAReq } from '../../../threeds/messages/areq.ts';
import type { AreqAnswer } from '../../../threeds/messages/read.ts';
import { present } from '../../../core/json/present.ts';
import { money } from '../../../core/money.ts';
import type { Clock } from '../../../core/clock.ts';
import type { MerchantStore } from '../../../merchants/merchant.store.ts';
import type { ThreeDS } from '../../../threeds/threeds.ts';
import { PROCESSING } from '../../../vault/audit/card-use.ts';
import type { Vault } from '../../../vault/held-card.ts';
import type { MethodDetails, MethodPayment } from '../../method.ts';

interface DirectoryParts {
  readonly threeds: ThreeDS;
  readonly merchants: Pick<MerchantStore, 'find'>;
  readonly vault: Vault;
  readonly clock: Clock;
}

export async function askDirectory(
  parts: DirectoryParts,
  payment: MethodPayment,
  details: MethodDetails,
  authentication: Authentication,
): Promise<AreqAnswer | NoAnswer | NotAsked> {
  const { threeds, merchants, vault } = parts;
  const [merchant, held] = await Promise.all([
    merchants.find(payment.merchantId),
    vault.find(payment, parts.clock.now(), { actor: PROCESSING, reason: 'AUTHENTICATE' }),
  ]);
  const device = readDeviceOn(authentication.deviceChannel, details.device);
  const { merchantId } = payment;
  const notAsked = (why: NotAsked['why']): NotAsked => ({ kind: 'not asked', why, merchantId });
  if (!held) return notAsked('card');
  if (!merchant) return notAsked('merchant');
  if (!threeds.directory) return notAsked('directory');
  if (device.kind === 'missing') return notAsked('device');
  const { settings } = merchant;
  const facts = publicFacts(settings, threeds.factSubstitute);
  if (!facts) return { ...notAsked('merchant-settings'), settings: invalidFacts(settings) };
  const message = buildAReq({
    version: authentication.messageVersion,
    threeDSServerTransID: authentication.authenticationId,
    serverUrl: threeds.addresses.resultUrl(authentication.authenticationId),
    notificationUrl: details.acsNotificationURL ?? threeds.addresses.returnUrl(),
    methodCompletion: authentication.methodCompletion,
    challengeInd: authentication.challengeInd,
    decoupledMinutes: settings.sca.decoupled ? minutesOf(threeds.limits.challengeMs) : null,
    card: held.card,
    amount:
      payment.transKind === 'VERIFICATION' ? null : money(payment.amountMinor, payment.currency),
    at: parts.clock.now(),
    isFunding: payment.transKind === 'ACCT_FUNDING',
    device,
    merchant: { ...facts, merchantId },
    acquirer: { bin: threeds.acquirerBin, merchantId },
    customer: details.customer,
    shipping: details.order?.shipping,
    recurring: recurringOf(details),
  });
  return threeds.directory.authenticate(authentication.organization, message);
}

/** Rounded down to whole minutes, so that the issuer does not wait longer than we do. */
function minutesOf(ms: number): number {
  return Math.max(1, Math.floor(ms / 60_000));
}

function recurringOf({ options }: MethodDetails) {
  const { recurring, recurringExpDate, recurringCycle } = options ?? {};
  if (recurring !== 'INITIAL') return null;
  const days = /^\d{1,4}$/.test(recurringCycle ?? '') ? Number(recurringCycle) : undefined;
  return present({ frequencyDays: days, expiry: recurringExpDate });
}

// Handles the result of an authentication from the directory server (RReq), the only authoritative
// result of a challenge. It is accepted only with the key of its URL and all ids of this
// transaction; any other message, or a repeated one, changes nothing.

import type { DepsOf } from '../../http/endpoint.ts';
import { wrongStatus } from '../../core/machine.ts';
import { refuse } from '../../core/refusals.ts';
import type { Authentication } from '../../threeds/authentication.ts';
import type { Erro, RReq, RRes } from '../../threeds/messages/message.ts';
import { readDeviceOn } from '../../threeds/device.ts';
import { readRReq } from '../../threeds/messages/read.ts';
import { buildErro, buildRRes } from '../../threeds/messages/write.ts';
import { reportFromResult } from '../../methods/card/sca/authentication-report.ts';
import { StaleReport, recordReport } from '../../payments/processing/run-authentication.ts';
import { isVerification } from '../../payments/model/payment.ts';
import { categoryOf } from '../../threeds/messages/areq.ts';
import type { PaymentParts } from '../../payments/processing/parts.ts';

export async function handleResult(
  parts: Pick<PaymentParts, 'threeds'> & DepsOf<typeof isOfCategory | typeof recordResult>,
  body: Readonly<Record<string, unknown>>,
  key: string | undefined,
): Promise<RRes | Erro> {
  const { addresses, store } = parts.threeds;
  const id = body['threeDSServerTransID'];
  if (typeof id !== 'string' || !addresses.isValidKey(id, key))
    refuse('NOTIFICATION_NOT_AUTHENTIC');
  const rreq = readRReq(body);
  if ('problem' in rreq) {
    const { errorCode, problem: errorDetail } = rreq;
    return buildErro({ errorCode, errorDetail, about: body });
  }
  const authentication = await store.find(rreq.threeDSServerTransID);
  if (!authentication) return refuse('NOTIFICATION_NOT_AUTHENTIC');
  // The result arrived before the answer to our own request.
  if (authentication.state === 'ASKING') {
    throw wrongStatus('The authentication request has no answer yet. Send the result again.');
  }
  const isOurs =
    isAbout(rreq, authentication) &&
    (await isOfCategory(parts, rreq, authentication)) &&
    (await isOfSdk(parts, rreq, authentication));
  if (!isOurs) refuse('NOTIFICATION_NOT_AUTHENTIC');
  await recordResult(parts, rreq, authentication);
  return buildRRes(rreq);
}

async function recordResult(
  parts: Pick<PaymentParts, 'failpoints' | 'log' | 'metrics'> & DepsOf<typeof recordReport>,
  rreq: RReq,
  authentication: Authentication,
): Promise<void> {
  const { failpoints, log, metrics } = parts;
  metrics.outcomes.inc({ provider: 'directory', verb: 'result', outcome: rreq.transStatus });
  await failpoints.reach('result.received');
  const { authenticationId } = authentication;
  try {
    await recordReport(parts, authentication, 'provider:directory', (of) => {
      const isWaiting = of.state === 'CHALLENGE' || of.state === 'WAITING';
      const isOurs = of.authenticationId === authenticationId && isAbout(rreq, of);
      return isWaiting && isOurs ? reportFromResult(rreq, of) : undefined;
    });
  } catch (error) {
    if (!(error instanceof StaleReport)) throw error;
    log.info({ authenticationId }, 'ignored a repeated or late authentication result');
  }
  await failpoints.reach('result.committed');
}

function isAbout(rreq: RReq, of: Authentication): boolean {
  return (
    rreq.acsTransID === of.acsTransId &&
    rreq.dsTransID === of.dsTransId &&
    rreq.messageVersion === of.messageVersion
  );
}

/** A result without a payment proves nothing for one: it may lack the proof for the acquirer. */
async function isOfCategory(
  { store }: Pick<PaymentParts, 'store'>,
  { messageCategory }: RReq,
  { merchantId, paymentId }: Authentication,
): Promise<boolean> {
  const payment = await store.find(merchantId, paymentId);
  return payment !== undefined && messageCategory === categoryOf(isVerification(payment));
}

/** The result for an app names its SDK; a named SDK must be the one of this transaction. */
async function isOfSdk(
  { store }: Pick<PaymentParts, 'store'>,
  { sdkTransID }: RReq,
  { merchantId, paymentId, deviceChannel }: Authentication,
): Promise<boolean> {
  if (sdkTransID === undefined) return deviceChannel !== '01';
  const details = await store.details(merchantId, paymentId);
  const device = readDeviceOn(deviceChannel, details.device);
  return device.kind === 'app' && device.transId.toLowerCase() === sdkTransID;
}

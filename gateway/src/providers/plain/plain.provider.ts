// The adapter for acquirers with the plain protocol, over any transport: HTTP between processes, or
// a function call in one.

import { defect } from '../../core/assert.ts';
import { present } from '../../core/json/present.ts';
import { open } from '../../core/secret.ts';
import { orUnknown, type Transport } from '../../http/outgoing.ts';
import { keyField, keyOf } from '../credentials/credential-field.ts';
import type { Credentials } from '../credentials/credentials.ts';
import type { ThreeDSProof } from '../means.ts';
import type { Authorization, FollowUp, Funding, Provider } from '../provider.ts';
import { operationMessage } from '../operation-message.ts';
import { asOutcome, type Finding, type Outcome } from '../outcome.ts';
import { readAnswer, type PlainRequest, type Verb } from './messages.ts';

export function plainAcquirer(
  name: string,
  send: Transport<Verb, PlainRequest>,
  maxInFlightMs: number,
): Provider {
  const ask = (
    verb: Verb,
    request: PlainRequest,
    credentials: Credentials | undefined,
  ): Promise<Finding> => {
    const key = keyOf(credentials);
    return orUnknown(async () => readAnswer(await send(verb, request, key), request.attemptId));
  };
  const follow =
    (verb: Verb) =>
    async (request: FollowUp): Promise<Outcome> => {
      const { originalAttemptId, credentials } = request;
      const message = { ...operationMessage(request), originalAttemptId };
      return asOutcome(await ask(verb, message, credentials));
    };
  return {
    name,
    means: ['PAN', 'NETWORK_TOKEN'],
    canFund: true,
    maxInFlightMs,
    credentialFields: [keyField],
    authorize: async (request) =>
      asOutcome(await ask('authorize', authorizationMessage(request), request.credentials)),
    followUps: {
      capture: follow('capture'),
      adjust: follow('adjust'),
      reverse: follow('reverse'),
      refund: follow('refund'),
    },
    inquire: ({ attemptId, credentials }) => ask('inquire', { attemptId }, credentials),
  };
}

function authorizationMessage(request: Authorization): PlainRequest {
  const { means } = request;
  if (means.kind !== 'card') return defect('the plain protocol is for cards only');
  const { card, cryptogram, eci } = means;
  return {
    ...operationMessage(request),
    kind: request.kind,
    card: {
      number: open(card.number),
      expiry: open(card.expiry),
      cvv: card.cvv ? open(card.cvv) : null,
      holder: card.holder ? open(card.holder) : null,
      ...(means.numberType === 'PAN' ? {} : { numberType: means.numberType }),
      ...(cryptogram ? { cryptogram: open(cryptogram) } : {}),
      ...(eci === null ? {} : { eci }),
    },
    ...(request.funding ? { funding: fundingMessage(request.funding) } : {}),
    ...(means.threeDS ? { threeDS: proofMessage(means.threeDS) } : {}),
    ...(means.exemption ? { exemption: means.exemption } : {}),
    ...(means.networkTransactionId === null
      ? {}
      : { networkTransactionId: means.networkTransactionId }),
  };
}

function fundingMessage(funding: Funding): NonNullable<PlainRequest['funding']> {
  const { purposeCode, fundSource, fundSourceRef, recipient } = funding;
  const { number, name } = recipient;
  return {
    purposeCode,
    ...present({ fundSource, fundSourceRef }),
    recipient: { number: open(number), ...present({ name }) },
  };
}

function proofMessage(threeDS: ThreeDSProof): NonNullable<PlainRequest['threeDS']> {
  return { ...threeDS, cavv: threeDS.cavv ? open(threeDS.cavv) : null };
}

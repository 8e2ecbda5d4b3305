// Runs the contract suite with providers whose inquiries do not answer: one that reports results by
// messages, and one that undoes what it is asked about. Both are made from the plain protocol.
import { createHmac } from 'node:crypto';
import { money } from '@bramka/gateway/core/money.ts';
import { open, type Secret } from '@bramka/gateway/core/secret.ts';
import { approvalOf, type Outcome } from '@bramka/gateway/providers/outcome.ts';
import type { FollowUp, Provider } from '@bramka/gateway/providers/provider.ts';
import { wrapFollowUps } from '@bramka/gateway/providers/provider.ts';
import { openPlainCounterpart, plainProof } from '../support/counterparts/plain.ts';
import type { ProvenProvider, SentMessage } from '../support/providers/counterpart.ts';
import { proveProvider } from '../support/providers/prove-provider.ts';
import { sender } from '../support/providers/steps.ts';

const macOf = (text: string, key: Secret<string>): string =>
  createHmac('sha256', open(key)).update(text).digest('hex');

const signed = (fields: object, key: Secret<string>): SentMessage => {
  const body = JSON.stringify(fields);
  return { body, headers: { 'x-mac': macOf(body, key) }, query: {} };
};

/** Operations are only received, and results come by messages. */
function telling(plain: Provider, key: Secret<string>): Provider {
  const received =
    (send: (request: FollowUp) => Promise<Outcome>) =>
    async (request: FollowUp): Promise<Outcome> => {
      const outcome = await send(request);
      if (outcome.kind !== 'approved') return outcome;
      return { kind: 'pending', reference: outcome.reference, customer: null };
    };
  return {
    ...plain,
    mayReportLater: true,
    followUps: wrapFollowUps({ ...plain.followUps, stop: sender(plain, 'reverse') }, received),
    inquire: ({ verb }) =>
      Promise.resolve(
        verb === 'authorize'
          ? { kind: 'pending', reference: null, customer: null }
          : { kind: 'not-found' },
      ),
    readMessage({ text, fields, header }) {
      if (header('x-mac') !== macOf(text, key)) return Promise.resolve('not-authentic');
      const { attemptId, reference, minor, rejected } = fields as Record<string, string>;
      const finding: Outcome = rejected
        ? { kind: 'declined', rejectCode: 'DO_NOT_HONOR', reference: reference ?? '' }
        : approvalOf(reference ?? '');
      const amount = money(BigInt(minor ?? 0), 'PLN');
      const attempts = [{ attemptId: attemptId ?? '', finding, amount }];
      return Promise.resolve({ provenBy: null, attempts });
    },
  };
}

/** An inquiry about an authorization is a reversal; operations are sent again. */
function reversing(plain: Provider): Provider {
  return {
    ...plain,
    async inquire({ attemptId, verb, merchantId, amountMinor, currency }) {
      if (verb !== 'authorize') return { kind: 'not-found' };
      const other = attemptId.endsWith('0') ? '1' : '0';
      const undone = await sender(
        plain,
        'reverse',
      )({
        attemptId: `${attemptId.slice(0, -1)}${other}`,
        merchantId,
        paymentId: attemptId,
        amount: money(amountMinor, currency),
        originalAttemptId: attemptId,
        originalReference: null,
      });
      if (undone.kind === 'unknown') return undone;
      return { kind: 'declined', rejectCode: 'PROVIDER_UNAVAILABLE', reference: null };
    },
  };
}

const tellingProof: ProvenProvider = {
  ...plainProof,
  followUps: [...plainProof.followUps, 'stop'],
  inquiry: 'none',
  sendsMessages: true,
  connect(connection) {
    const { adapter, close } = plainProof.connect(connection);
    return { adapter: telling(adapter, connection.key), close };
  },
  async open(key) {
    const { counterpart, findCharge } = await openPlainCounterpart(key);
    return {
      ...counterpart,
      async messages(attemptId) {
        const charge = await findCharge(attemptId);
        if (!charge || charge.result === 'PENDING') return [];
        const { reference, amountMinor, rejectCode } = charge;
        const fields = { attemptId, reference, minor: String(amountMinor), rejected: rejectCode };
        return [signed(fields, key)];
      },
    };
  },
};

const reversingProof: ProvenProvider = {
  ...plainProof,
  inquiry: 'reverses',
  connect(connection) {
    const { adapter, close } = plainProof.connect(connection);
    return { adapter: reversing(adapter), close };
  },
};

proveProvider(tellingProof);
proveProvider(reversingProof);

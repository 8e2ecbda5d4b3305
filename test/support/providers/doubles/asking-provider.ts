// A card provider that asks the customer to do something, with signed messages of its own protocol.
import { createHmac } from 'node:crypto';
import { approvalOf, type Finding, type Pending } from '@bramka/gateway/providers/outcome.ts';
import type { Provider } from '@bramka/gateway/providers/provider.ts';

const NAME = 'asking';
const KEY = 'key of the asking provider';
export const sign = (text: string): string => createHmac('sha256', KEY).update(text).digest('hex');

export interface AskingProvider {
  readonly provider: Provider;
  /** Every call, in order. */
  readonly calls: string[];
  /** What the next customers must do. */
  ask: Pending['customer'];
  /** Called while an authorization is sent, before it is answered. */
  onAuthorize: (attemptId: string) => Promise<void>;
}

export function openAskingProvider(): AskingProvider {
  const findings = new Map<string, Finding>();
  const done = (verb: string) => (request: { attemptId: string; originalAttemptId: string }) => {
    rig.calls.push(`${verb} ${request.originalAttemptId}`);
    findings.set(request.attemptId, approvalOf(verb));
    return Promise.resolve(approvalOf(verb));
  };
  const provider: Provider = {
    name: NAME,
    means: ['PAN'],
    mayReportLater: true,
    maxInFlightMs: 1_000,
    async authorize({ attemptId }) {
      rig.calls.push(`authorize ${attemptId}`);
      const answer: Pending = { kind: 'pending', reference: 'op-1', customer: rig.ask };
      findings.set(attemptId, answer);
      await rig.onAuthorize(attemptId);
      return answer;
    },
    followUps: { stop: done('stop'), reverse: done('reverse') },
    inquire: ({ attemptId }) => Promise.resolve(findings.get(attemptId) ?? { kind: 'not-found' }),
    readMessage({ text, fields, header }) {
      if (header('x-proof') !== sign(text)) return Promise.resolve('not-authentic');
      const { attemptId, paid, currency = 'PLN' } = fields as Readonly<Record<string, string>>;
      if (attemptId === undefined) return Promise.resolve('unreadable');
      const finding: Finding =
        paid === undefined
          ? { kind: 'declined', rejectCode: 'CANCELLED_BY_CUSTOMER', reference: 'op-1' }
          : approvalOf('op-1');
      const amount = paid === undefined ? null : { minor: BigInt(paid), currency };
      return Promise.resolve({ provenBy: null, attempts: [{ attemptId, finding, amount }] });
    },
    readReturn: ({ attempt = '', proof }) =>
      Promise.resolve(proof === sign(attempt) ? { attemptId: attempt, provenBy: null } : undefined),
  };
  const rig: AskingProvider = { provider, calls: [], ask: null, onAuthorize: async () => {} };
  return rig;
}

// A card provider whose answers the test decides; it remembers what it was sent.
import { approvalOf, type Finding, type Outcome } from '@bramka/gateway/providers/outcome.ts';
import type { Authorization, FollowUp, Provider } from '@bramka/gateway/providers/provider.ts';

export interface ScriptedProvider {
  readonly provider: Provider;
  readonly authorizations: Authorization[];
  readonly refunds: FollowUp[];
  /** The answer to every authorization. */
  answer: Outcome;
  /** What an inquiry finds. */
  finding: Finding;
}

export function scriptedProvider(name: string): ScriptedProvider {
  const rig: ScriptedProvider = {
    authorizations: [],
    refunds: [],
    answer: approvalOf(name),
    finding: { kind: 'unknown', why: 'timeout' },
    provider: {
      name,
      means: ['PAN', 'NETWORK_TOKEN'],
      maxInFlightMs: 1_000,
      authorize(request) {
        rig.authorizations.push(request);
        return Promise.resolve(rig.answer);
      },
      followUps: {
        refund(request) {
          rig.refunds.push(request);
          return Promise.resolve(approvalOf(`${name}-refund`));
        },
      },
      inquire: () => Promise.resolve(rig.finding),
    },
  };
  return rig;
}

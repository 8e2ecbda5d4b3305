// Requests to providers with the same ids in every run, so that they can be compared with recorded
// ones.
import { createIds } from '@bramka/gateway/core/id.ts';
import { seededRandom } from '@bramka/gateway/core/testing/seeded-random.ts';
import * as requests from '../../../support/providers/requests.ts';

export const NOW = Date.parse('2026-03-01T12:00:00Z');

export function fixedRequests() {
  const ids = createIds({ now: () => NOW }, seededRandom(31));
  return {
    authorization: async (...given: Parameters<typeof requests.authorization>) => ({
      ...(await requests.authorization(...given)),
      attemptId: ids.next(),
      paymentId: ids.next(),
    }),
    followUpOf: (...given: Parameters<typeof requests.followUpOf>) => ({
      ...requests.followUpOf(...given),
      attemptId: ids.next(),
    }),
  };
}

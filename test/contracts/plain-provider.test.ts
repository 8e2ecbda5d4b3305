// Proves the plain adapter against the simulated acquirer.
import { plainAcquirer } from '@bramka/gateway/providers/plain/plain.provider.ts';
import { httpTransport } from '@bramka/gateway/http/outgoing.ts';
import { commonRejectReasons, type RejectCode } from '@bramka/gateway/providers/reject-codes.ts';
import { DELAY_MS } from '@bramka/sandbox/acquirer/triggers/behaviour.ts';
import { acquirerServer, openAcquirerFixture } from '@bramka/sandbox/testing/acquirer-fixture.ts';
import { UNKNOWN_REASON } from '../support/providers/counterpart.ts';
import { proveProvider } from '../support/providers/prove-provider.ts';
import { cardMeans } from '../support/providers/requests.ts';
import { rewriteJson } from '../support/providers/rewrite-json.ts';

const codes = Object.keys(commonRejectReasons) as RejectCode[];

proveProvider({
  name: 'test',
  means: ['PAN', 'NETWORK_TOKEN'],
  followUps: ['capture', 'adjust', 'reverse', 'refund'],
  connect(connection) {
    const transport = httpTransport(connection);
    const adapter = plainAcquirer('test', transport.send, 60_000);
    return { adapter, close: () => transport.close() };
  },
  async open(key) {
    const { acquirer, clock, ...fixture } = await openAcquirerFixture('memory');
    const server = acquirerServer(acquirer, { key });
    return {
      url: `${await server.listen({ host: '127.0.0.1', port: 0 })}/acquirer`,
      approved: { means: cardMeans('4111111111111111') },
      declined: { means: cardMeans('4000000000009995') },
      pending: { means: cardMeans('4000000000020075') },
      later: () => clock.advance(DELAY_MS),
      async account({ paymentId }) {
        const rows = await acquirer.chargesOf(paymentId);
        const made = rows.filter(
          ({ verb, result }) => verb === 'authorize' && result === 'APPROVED',
        );
        const sum = (name: 'authorizedMinor' | 'capturedMinor' | 'refundedMinor') =>
          made.reduce((total, row) => total + row[name], 0n);
        return {
          charges: made.length,
          authorizedMinor: sum('authorizedMinor'),
          takenMinor: sum('capturedMinor'),
          returnedMinor: sum('refundedMinor'),
        };
      },
      async close() {
        await server.close();
        await fixture.close();
      },
    };
  },
  rejectCodes: {
    ...(Object.fromEntries(codes.map((code) => [code, code])) as Record<RejectCode, RejectCode>),
    [UNKNOWN_REASON]: 'DO_NOT_HONOR',
  },
  statesAmounts: false,
  rewriteAnswer: rewriteJson({ attemptId: 'attemptId', reason: 'rejectCode' }),
});

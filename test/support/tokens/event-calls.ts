// Who may call the endpoints of single events, for token-matrix.test.ts. Here the merchant has no
// notification address and the event is unknown; journeys/event-deliveries.test.ts has others.
import type { Json } from '../client.ts';

const events = '/v1/ecommerce/events';
const ofMerchant = '/v1/admin/merchants/{merchantId}/events';

/** `ifAllowed`: the status of those who may call. */
function answering<Row extends object>(row: Row, ifAllowed: number): Row {
  const changed = Object.entries(row).map(([kind, status]: [string, unknown]) => [
    kind,
    status === 200 ? ifAllowed : status,
  ]);
  return Object.fromEntries(changed) as Row;
}

interface Called<Row> {
  readonly row: Row;
  readonly body?: () => Json;
}

export function eventCalls<Row extends object>(
  anyMerchant: Row,
  operators: Row,
): [string, Called<Row>][] {
  const body = () => ({ from: '2026-01-01T00:00:00.000Z' });
  const both = (
    method: string,
    path: string,
    status: number,
    more: Partial<Called<Row>> = {},
  ): [string, Called<Row>][] => [
    [`${method} ${events}${path}`, { row: answering(anyMerchant, status), ...more }],
    [`${method} ${ofMerchant}${path}`, { row: answering(operators, status), ...more }],
  ];
  return [
    ...both('GET', '/{eventId}', 404),
    ...both('POST', '/{eventId}/replay', 404),
    ...both('POST', '/replay', 409, { body }),
    ...both('POST', '/test', 409),
    ...both('GET', '/health', 200),
    ['GET /v1/admin/receivers', { row: operators }],
  ];
}

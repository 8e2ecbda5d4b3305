// The limits of the HTTP server as settings: each with its variable, default and range.

import { standardLimits, type RequestLimits } from '../limits.ts';

type Row = readonly [name: string, min: number, max: number, meaning: string];

const MAX_RATE = 1_000_000;

const rows: Readonly<Record<keyof RequestLimits, Row>> = {
  merchantPerSecond: [
    'MERCHANT_PER_SECOND',
    0,
    MAX_RATE,
    'requests per second of one merchant; 0: no limit',
  ],
  addressPerSecond: [
    'ADDRESS_PER_SECOND',
    0,
    MAX_RATE,
    'requests per second of one address; 0: no limit',
  ],
  clientPerSecond: [
    'CLIENT_PER_SECOND',
    0,
    MAX_RATE,
    'requests per second with the CLIENT token of one payment; 0: no limit',
  ],
  authFailuresPerSecond: [
    'AUTH_FAILURES_PER_SECOND',
    0,
    MAX_RATE,
    'failed logins per second of one address, merchants and operator; 0: no limit',
  ],
  cardLookupsPerSecond: [
    'CARD_LOOKUPS_PER_SECOND',
    0,
    MAX_RATE,
    'binInfo and cardInfo requests per second of one merchant; 0: no limit',
  ],
  bodyBytes: ['BODY_BYTES', 1024, 1_048_576, 'maximum size of a request body in bytes'],
  jsonDepth: ['JSON_DEPTH', 8, 64, 'maximum nesting of objects and arrays in a body'],
  jsonStringLength: [
    'JSON_STRING_LENGTH',
    2048,
    262_144,
    'maximum length of a string in a body, in characters',
  ],
  headerBytes: ['HEADER_BYTES', 4096, 65_536, 'maximum size of the request headers in bytes'],
  inFlight: ['IN_FLIGHT', 1, 100_000, 'requests processed at the same time'],
  openRequestsPerAddress: [
    'OPEN_REQUESTS_PER_ADDRESS',
    0,
    100_000,
    'requests of one address received or processed at the same time; 0: no limit',
  ],
  connectionsPerAddress: [
    'CONNECTIONS_PER_ADDRESS',
    0,
    100_000,
    'open connections of one address, not counted behind a proxy; 0: no limit',
  ],
  connections: ['CONNECTIONS', 10, 1_000_000, 'open connections in total'],
  headerTimeoutMs: [
    'HEADER_TIMEOUT_MS',
    100,
    60_000,
    'time limit for receiving the request headers',
  ],
  requestTimeoutMs: [
    'REQUEST_TIMEOUT_MS',
    100,
    120_000,
    'time limit for receiving a whole request',
  ],
  keepAliveTimeoutMs: [
    'KEEP_ALIVE_TIMEOUT_MS',
    100,
    600_000,
    'how long an idle connection is kept open',
  ],
};

const fields = Object.keys(rows) as (keyof RequestLimits)[];

/** Every limit with its variable and its allowed values. */
export const limitRanges = fields.map((field) => {
  const [name, min, max] = rows[field];
  return { field, name: `BRAMKA_${name}`, min, max };
});

export const limitVariables = limitRanges.map(({ field, name }): [string, string, string] => {
  const [, , , meaning] = rows[field];
  return [name, String(standardLimits[field]), meaning];
});

/** The error for two limits that contradict each other; undefined when all are consistent. */
export function limitConflict(limits: RequestLimits): string | undefined {
  const { headerTimeoutMs, requestTimeoutMs } = limits;
  if (requestTimeoutMs < headerTimeoutMs) {
    return 'BRAMKA_REQUEST_TIMEOUT_MS must be at least BRAMKA_HEADER_TIMEOUT_MS';
  }
  // With more connections than open requests some connections are idle, so a new one can always be
  // accepted.
  const { connectionsPerAddress, openRequestsPerAddress } = limits;
  if (connectionsPerAddress !== 0 && connectionsPerAddress <= openRequestsPerAddress) {
    return 'BRAMKA_CONNECTIONS_PER_ADDRESS must be greater than BRAMKA_OPEN_REQUESTS_PER_ADDRESS';
  }
  return undefined;
}

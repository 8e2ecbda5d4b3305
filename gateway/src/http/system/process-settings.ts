// The settings of the process: environment, addresses, storage, the operator's key, what is served
// where, logging and failpoints.

import { parseFailpoints, type FailpointAction } from '../../core/failpoint.ts';
import { open, secret, type Secret } from '../../core/secret.ts';
import {
  choice,
  flag,
  isLoopback,
  optional,
  sandboxOnly,
  secretText,
  text,
  url,
  integer,
} from '../../settings/kinds.ts';
import type { Check } from '../../settings/read-settings.ts';
import { settings, type Kind, type ValuesOf } from '../../settings/setting.ts';

/** On the API port, on the internal port, or nowhere. */
const exposures = ['on', 'internal', 'off'] as const;
export type Exposure = (typeof exposures)[number];

const MAX_PORT = 65_535;
const MIN_ADMIN_KEY_LENGTH = 24;
const MIN_DISTINCT_CHARACTERS = 8;
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;

/** In lower case. */
function names(form: RegExp, what: string): Kind<readonly string[]> {
  return {
    rule: `must be a comma-separated list of ${what}`,
    parse(given) {
      const all = given.split(',').map((name) => name.trim().toLowerCase());
      return all.every((name) => form.test(name)) ? [...new Set(all)] : undefined;
    },
    fallback: [],
  };
}

const hostNames = names(/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/, 'host names without ports');
const partyNames = names(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'names of simulated providers');

const databaseUrl: Kind<Secret<string>> = {
  rule: 'must be a postgres:// URL',
  parse: (given) =>
    /^postgres(ql)?:\/\//.test(given) && URL.canParse(given) ? secret(given) : undefined,
  isSecret: true,
};

const failpoints: Kind<ReadonlyMap<string, FailpointAction>> = {
  rule: 'must look like name=kill,name=delay:100',
  parse: parseFailpoints,
  fallback: new Map(),
};

const systemExposure = choice(exposures, 'on', 'internal');
const systemShown = { shown: 'sandbox: on' };

export const processSettings = settings('BRAMKA', {
  host: [text('127.0.0.1'), 'address to listen on', { name: 'HOST' }],
  port: [integer(8080, 0, MAX_PORT), 'port to listen on', { name: 'PORT' }],
  publicUrl: [
    optional({ ...url, parse: (given) => url.parse(given)?.replace(/\/+$/, '') }),
    'URL under which customers, directory servers and ACS reach the gateway',
    { shown: 'listen address' },
  ],
  environment: [
    choice(['sandbox', 'production'], 'sandbox'),
    'sandbox or production',
    { name: 'BRAMKA_ENV' },
  ],
  sandboxHosts: [
    hostNames,
    'sandbox only: other host names of the gateway, separated by commas, such as gateway',
    sandboxOnly,
  ],
  sandboxProviders: [
    partyNames,
    'sandbox only: simulated providers that are used first, in this order, such as adyen',
    sandboxOnly,
  ],
  dataDir: [text('./data'), 'embedded database and, in the sandbox, generated keys'],
  databaseUrl: [
    optional(databaseUrl),
    'postgres://… URL; if absent, the embedded database is used',
    { name: 'DATABASE_URL' },
  ],
  databaseConnections: [
    integer(10, 1, 500),
    'connections for reading; the journal has two more of its own',
    { name: 'BRAMKA_DB_CONNECTIONS' },
  ],
  migrate: [
    choice(['on', 'off'], 'on'),
    'on: apply missing migrations at start; off: do not start without them (`bramka migrate`)',
  ],
  adminKey: [
    optional(secretText),
    'bearer key of the operator API',
    { shown: 'sandbox: generated', refuseInProduction: weaknessOf },
  ],
  trustProxy: [flag, 'true: take the client address from X-Forwarded-For'],
  docs: [
    systemExposure,
    '/docs and /openapi.json: on, internal (internal port only; default in production), off',
    systemShown,
  ],
  metrics: [
    systemExposure,
    '/metrics: on, internal (internal port only; default in production), off',
    systemShown,
  ],
  admin: [choice(exposures, 'on'), '/v1/admin: on, internal (internal port only) or off'],
  internalPort: [
    optional(integer(0, 0, MAX_PORT)),
    'second port, for health checks and what is internal',
  ],
  internalHost: [text('127.0.0.1'), 'address of the internal port'],
  logLevel: [choice(logLevels, 'info'), 'trace, debug, info, warn, error or silent'],
  failpoints: [failpoints, 'crash tests, sandbox only: attempt.committed=kill,…', sandboxOnly],
});

function weaknessOf(key: Secret<string> | null): string | undefined {
  if (!key) return 'must be set in production';
  const given = open(key);
  if (given.length < MIN_ADMIN_KEY_LENGTH) {
    return `must have at least ${MIN_ADMIN_KEY_LENGTH} characters in production`;
  }
  const isEasy = new Set(given).size < MIN_DISTINCT_CHARACTERS;
  return isEasy ? 'is too easy to guess; generate one with `openssl rand -base64 24`' : undefined;
}

type ProcessSettings = ValuesOf<typeof processSettings>;

/** 3-D Secure allows 256 characters for the URLs made from it. */
const MAX_PUBLIC_URL_LENGTH = 200;

export const checkProcess: Check<ProcessSettings> = ({ publicUrl }) =>
  (publicUrl ?? '').length > MAX_PUBLIC_URL_LENGTH
    ? [`BRAMKA_PUBLIC_URL must have at most ${MAX_PUBLIC_URL_LENGTH} characters`]
    : [];

/** What the operator puts on the internal port needs one; by default it is not served then. */
export const checkInternalPort: Check<ProcessSettings> = (values, isSet) => {
  const { docs, metrics, admin, internalPort } = values;
  if (internalPort !== null) return [];
  const internal = Object.entries({ docs, metrics, admin })
    .filter(([field, place]) => place === 'internal' && isSet(`BRAMKA_${field.toUpperCase()}`))
    .map(([field]) => `BRAMKA_${field.toUpperCase()}=internal`);
  return [...internal, ...['BRAMKA_INTERNAL_HOST'].filter(isSet)].map(
    (what) => `${what} needs BRAMKA_INTERNAL_PORT`,
  );
};

export const checkProcessInProduction: Check<ProcessSettings> = ({ host, publicUrl }) =>
  publicUrl === null && !isLoopback(host)
    ? ['BRAMKA_PUBLIC_URL must be set in production when HOST is not loopback']
    : [];

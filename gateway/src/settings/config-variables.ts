// Every setting of a gateway process, for the reference and `bramka start --help`.

import { encryptionVariables } from '../encryption/settings.ts';
import { eventVariables } from '../events/settings.ts';
import { budgetVariables } from '../http/budget/budget-settings.ts';
import { limitVariables } from '../http/system/limit-settings.ts';
import { keyVariables } from '../storage/keys/key-settings.ts';
import { DEFAULT_SERVER_REFERENCE } from '../threeds/directory/directory.ts';
import { walletVariables } from '../wallets/wallet-settings.ts';

/** Every variable with its default and meaning, for the reference and `bramka start --help`. */
export const variables: readonly (readonly [name: string, fallback: string, meaning: string])[] = [
  ['HOST', '127.0.0.1', 'address to listen on'],
  ['PORT', '8080', 'port to listen on'],
  [
    'BRAMKA_PUBLIC_URL',
    'listen address',
    'URL under which customers, directory servers and ACS reach the gateway',
  ],
  ['BRAMKA_ENV', 'sandbox', 'sandbox or production'],
  [
    'BRAMKA_SANDBOX_HOSTS',
    '',
    'sandbox only: other host names of the gateway, separated by commas, such as gateway',
  ],
  ['BRAMKA_DATA_DIR', './data', 'embedded database and, in the sandbox, generated keys'],
  ['DATABASE_URL', '', 'postgres://… URL; if absent, the embedded database is used'],
  ['BRAMKA_DB_CONNECTIONS', '10', 'connections for reading; the journal has two more of its own'],
  ['BRAMKA_ADMIN_KEY', 'sandbox: generated', 'bearer key of the operator API'],
  ...keyVariables,
  ['BRAMKA_ACQUIRER_URL', '', 'URL of the acquirer; if absent, the acquirer is simulated'],
  ['BRAMKA_ACQUIRER_KEY', '', 'bearer key sent to the acquirer'],
  ['BRAMKA_ACQUIRER_BIN', '400000', 'BIN of the acquirer in 3-D Secure messages, 6 to 11 digits'],
  [
    'BRAMKA_DS_URL',
    '',
    'URL of the 3-D Secure directory server, may contain {organization}; if absent: no 3-D Secure',
  ],
  ['BRAMKA_DS_KEY', '', 'bearer key sent to the directory server'],
  [
    'BRAMKA_DS_ORGANIZATIONS',
    'all',
    'comma-separated card organizations with 3-D Secure; others are not authenticated',
  ],
  ['BRAMKA_BLIK_URL', '', 'URL of the BLIK operator; if absent: no BLIK, in the sandbox simulated'],
  [
    'BRAMKA_BLIK_KEY',
    '',
    'bearer key to and from the BLIK operator; it also signs its notifications',
  ],
  ['BRAMKA_BLIK_CONFIRM_SECONDS', '60', 'time limit for a confirmation in the bank app'],
  ['BRAMKA_AUTOPAY_URL', '', 'URL of Autopay for bank transfers, such as https://pay.autopay.eu'],
  ['BRAMKA_AUTOPAY_SERVICE_ID', '', 'service id of this gateway at Autopay, up to 10 digits'],
  ['BRAMKA_AUTOPAY_KEY', '', 'shared key of the service at Autopay'],
  ['BRAMKA_AUTOPAY_HASH', 'SHA256', 'hash of the service at Autopay: SHA256 or SHA512'],
  ['BRAMKA_PA_URL', '', 'URL of a second bank transfer provider with the plain redirect protocol'],
  ['BRAMKA_PA_SERVICE_ID', '', 'service id of this gateway at that provider'],
  ['BRAMKA_PA_KEY', '', 'bearer key of that provider; it also signs the way back of customers'],
  ['BRAMKA_PA_HASH', 'SHA256', 'hash of the way back: SHA256 or SHA512'],
  [
    'BRAMKA_VTS_URL',
    '',
    'URL of the Visa token service; if absent: no VTS, in the sandbox simulated',
  ],
  ['BRAMKA_VTS_KEY', '', 'bearer key sent to the Visa token service'],
  ['BRAMKA_VTS_SECRET', '', '32 bytes in base64, shared with it: encrypts numbers, signs its news'],
  ['BRAMKA_SCOF_URL', '', 'URL of the Mastercard token service, like BRAMKA_VTS_URL'],
  ['BRAMKA_SCOF_KEY', '', 'bearer key sent to the Mastercard token service'],
  ['BRAMKA_SCOF_SECRET', '', '32 bytes in base64, shared with it'],
  ...walletVariables,
  [
    'BRAMKA_3DS_SERVER_REFERENCE',
    DEFAULT_SERVER_REFERENCE,
    'reference number of this 3-D Secure server, assigned at its approval',
  ],
  ['BRAMKA_3DS_OPERATOR_ID', '', '3-D Secure operator id, assigned by the directory server'],
  ['BRAMKA_CHALLENGE_TIMEOUT_SECONDS', '600', 'time limit for a 3-D Secure challenge'],
  ['BRAMKA_SECURITY_CODE_SECONDS', '900', 'how long a card security code is stored at most'],
  ...encryptionVariables,
  ...eventVariables,
  ['BRAMKA_BIN_TABLE', 'sandbox: built in', 'CSV file with facts about card number ranges'],
  ['BRAMKA_PROVIDER_TIMEOUT_MS', '10000', 'time limit for the answer of a provider'],
  [
    'BRAMKA_PROVIDER_MAX_IN_FLIGHT_MS',
    '60000',
    'after this time an unacknowledged request is considered lost',
  ],
  ['BRAMKA_PROVIDER_CALLS', '1000', 'calls in progress at one provider; others are not made'],
  [
    'BRAMKA_PROVIDER_FAILURES',
    '20',
    'failed calls in a row after which a provider is not called for a while',
  ],
  ['BRAMKA_PROVIDER_PAUSE_MS', '5000', 'how long a failing provider is not called'],
  ...limitVariables,
  ...budgetVariables,
  ['BRAMKA_TRUST_PROXY', 'false', 'true: take the client address from X-Forwarded-For'],
  [
    'BRAMKA_DOCS',
    'sandbox: on',
    '/docs and /openapi.json: on, internal (internal port only; default in production), off',
  ],
  [
    'BRAMKA_METRICS',
    'sandbox: on',
    '/metrics: on, internal (internal port only; default in production), off',
  ],
  ['BRAMKA_ADMIN', 'on', '/v1/admin: on, internal (internal port only) or off'],
  ['BRAMKA_INTERNAL_PORT', '', 'second port, for health checks and what is internal'],
  ['BRAMKA_INTERNAL_HOST', '127.0.0.1', 'address of the internal port'],
  ['BRAMKA_LOG_LEVEL', 'info', 'trace, debug, info, warn, error or silent'],
  ['BRAMKA_FAILPOINTS', '', 'crash tests, sandbox only: attempt.committed=kill,…'],
];

// What a started gateway prints: its addresses and, in the sandbox, everything that is needed for a
// first payment by copying lines. In production it prints no secret.

import { join } from 'node:path';
import type { Config } from '@bramka/gateway/config.ts';
import { open } from '@bramka/gateway/core/secret.ts';
import type { Launched } from '@bramka/gateway/launch.ts';
import { demoMerchants } from '@bramka/gateway/merchants/demo.ts';
import { clockText, isMoved, type ClockReading } from '../clock-text.ts';
import { DEFAULT_URL } from '../api/options.ts';
import { table } from '../print.ts';

export function banner(launched: Launched, config: Config, clock?: ClockReading): string {
  const { url, internalUrl } = launched;
  const docsAt = { on: url, internal: internalUrl, off: null }[config.docs];
  const addresses = table(
    [
      ...(config.environment === 'sandbox' ? [['Start page', `${url}/`]] : []),
      ['API', `${url}/v1/ecommerce`],
      ['Docs', docsAt === null ? 'off' : `${docsAt}/docs`],
      ...(internalUrl === null ? [] : [['Internal', internalUrl]]),
      ['Health', `${url}/health/ready`],
      ...(hasStrongAuthentication(config) ? [] : [['3-D Secure', OFF_NOTICE]]),
      ...(config.sandboxProviders.length > 0 ? [preferredRow(config)] : []),
      ['Data', config.databaseUrl === null ? `embedded, in ${config.dataDir}` : 'PostgreSQL'],
      ...(clock && isMoved(clock) ? clockRows(clock) : []),
    ],
    '  ',
  );
  const head = `\n  Bramka, ${config.environment} environment\n\n${addresses}`;
  if (config.environment === 'production') return `${head}\n`;
  return `${head}\n${credentials(launched, config)}\n${firstPayment(url)}\n`;
}

const OFF_NOTICE = 'OFF: BRAMKA_DS_URL is not set, no customer is authenticated';

function preferredRow({ sandboxProviders }: Config): string[] {
  return ['Providers', `${sandboxProviders.join(', ')} first (BRAMKA_SANDBOX_PROVIDERS)`];
}

/** A sandbox simulates its own directory servers. */
function hasStrongAuthentication({ directoryUrl, isSimulated }: Config): boolean {
  return directoryUrl !== null || isSimulated;
}

/** The clock of a sandbox stays moved over a restart, which surprises when it is not shown. */
function clockRows(clock: ClockReading): string[][] {
  const resume = clock.frozen ? '`bramka clock resume` lets it run, ' : '';
  return [
    ['Clock', `MOVED: ${clockText(clock)}`],
    ['', `${resume}\`bramka reset\` returns to real time`],
  ];
}

function credentials(launched: Launched, config: Config): string {
  const merchants = table(
    [
      ['MID', 'API secret', 'Notification secret'],
      ...demoMerchants.map((demo) => [demo.merchantId, demo.apiSecret, demo.notificationSecret]),
    ],
    '  ',
  );
  const key = launched.adminKeyMade
    ? [open(launched.adminKey), `from ${join(config.dataDir, 'admin.key')}`]
    : ['the value of BRAMKA_ADMIN_KEY'];
  const rows = [...key, 'for /v1/admin, `bramka merchants` and `bramka bins find`'];
  const operator = table(
    rows.map((row, index) => [index === 0 ? 'Operator key' : '', row]),
    '  ',
  );
  return `${merchants}\n${operator}`;
}

/** Lines that work as they are when pasted into a shell. */
function firstPayment(url: string): string {
  const [demo] = demoMerchants;
  const elsewhere = url === DEFAULT_URL ? '' : ` --url ${url}`;
  const login = `{"merchant":{"merchantId":"${demo?.merchantId}"},"secret":"${demo?.apiSecret}"}`;
  return `  Open the start page ${url}/ to make a test payment in a browser.

  Or get a token, make a payment, read its status:

    TOKEN=$(curl -s ${url}/v1/ecommerce/auth \\
      -H 'Content-Type: application/json' \\
      -d '${login}' \\
      | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

    PAYMENT=$(curl -s ${url}/v1/ecommerce/payment \\
      -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
      -d '{"method":"CARD","order":{"amount":19.99,"currency":"PLN"},
           "instrument":{"type":"CARD","instrumentNo":"4111111111111111",
                         "expDate":"203512","cvv":"123"}}' \\
      | sed 's/.*"paymentId":"\\([^"]*\\)".*/\\1/')

    curl -s ${url}/v1/ecommerce/payment/$PAYMENT/status \\
      -H "Authorization: Bearer $TOKEN"

  Or in one command; the second card makes the issuer ask the customer:

    npx bramka pay 19.99${elsewhere}
    npx bramka pay 19.99 --card 4917110020000007${elsewhere}
`;
}

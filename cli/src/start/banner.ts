// What a started gateway prints: where everything is and, in the sandbox, everything a newcomer
// needs to make the first payment by copying lines. In production it tells no secret.

import { join } from 'node:path';
import type { Config } from '@bramka/gateway/config.ts';
import { open } from '@bramka/gateway/core/secret.ts';
import type { Launched } from '@bramka/gateway/launch.ts';
import { demoMerchants } from '@bramka/gateway/merchants/demo.ts';
import { DEFAULT_URL } from '../operator-client.ts';
import { table } from '../print.ts';

export function banner(launched: Launched, config: Config): string {
  const { url, internalUrl } = launched;
  const docsAt = { on: url, internal: internalUrl, off: null }[config.docs];
  const where = table(
    [
      ['API', `${url}/v1/ecommerce`],
      ['Docs', docsAt === null ? 'off' : `${docsAt}/docs`],
      ...(internalUrl === null ? [] : [['Internal', internalUrl]]),
      ['Health', `${url}/health/ready`],
      ...(hasStrongAuthentication(config) ? [] : [['3-D Secure', offNotice]]),
      ['Data', config.databaseUrl === null ? `embedded, in ${config.dataDir}` : 'PostgreSQL'],
    ],
    '  ',
  );
  const head = `\n  Bramka, ${config.environment} environment\n\n${where}`;
  if (config.environment === 'production') return `${head}\n`;
  return `${head}\n${credentials(launched, config)}\n${firstPayment(url)}\n`;
}

const offNotice = 'OFF: BRAMKA_DS_URL is not set, no customer is authenticated';

/** The simulated world of a sandbox has its own directory servers. */
export function hasStrongAuthentication({ directoryUrl, acquirerUrl }: Config): boolean {
  return directoryUrl !== null || acquirerUrl === null;
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
    ? `${open(launched.adminKey)} (in ${join(config.dataDir, 'admin.key')})`
    : 'the one in BRAMKA_ADMIN_KEY';
  return `${merchants}\n  Operator key for \`bramka merchants\` and /v1/admin: ${key}\n`;
}

/** Lines that work as they stand when pasted into a shell. */
function firstPayment(url: string): string {
  const [demo] = demoMerchants;
  const elsewhere = url === DEFAULT_URL ? '' : ` --url ${url}`;
  const login = `{"merchant":{"merchantId":"${demo?.merchantId}"},"secret":"${demo?.apiSecret}"}`;
  const order = '"order":{"amount":19.99,"currency":"PLN"}';
  const card = '"type":"CARD","instrumentNo":"4111111111111111","expDate":"203512","cvv":"123"';
  return `  A token, a payment, its status:

    TOKEN=$(curl -s ${url}/v1/ecommerce/auth \\
      -H 'Content-Type: application/json' \\
      -d '${login}' \\
      | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')

    PAYMENT=$(curl -s ${url}/v1/ecommerce/payment \\
      -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' \\
      -d '{"method":"CARD",${order},
           "instrument":{${card}}}' \\
      | sed 's/.*"paymentId":"\\([^"]*\\)".*/\\1/')

    curl -s ${url}/v1/ecommerce/payment/$PAYMENT/status -H "Authorization: Bearer $TOKEN"

  Or in one command, and with a customer whom the bank asks:

    bin/bramka pay 19.99${elsewhere}
    bin/bramka pay 19.99 --card 4917110020000007${elsewhere}
`;
}

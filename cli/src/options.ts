// Options that several commands share: the address of the gateway, the operator key, and whether
// the answer is printed as JSON.

import type { Command } from 'commander';
import { DEFAULT_URL } from './operator-client.ts';

export interface GatewayOptions {
  readonly url?: string;
  readonly json?: boolean;
}

export interface OperatorOptions extends GatewayOptions {
  readonly key?: string;
}

export function withGateway(command: Command): Command {
  return command
    .option('--url <address>', `address of the gateway (BRAMKA_URL, ${DEFAULT_URL})`)
    .option('--json', 'print the answer as JSON');
}

export function withOperator(command: Command): Command {
  return withGateway(command).option(
    '--key <key>',
    'operator key (BRAMKA_ADMIN_KEY, or admin.key in the data directory)',
  );
}

// The options that several commands share: where the gateway is, the operator's key, and whether a
// person or a machine reads the answer.

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
    .option('--url <address>', `the running gateway (BRAMKA_URL, ${DEFAULT_URL})`)
    .option('--json', 'print the answer as JSON');
}

export function withOperator(command: Command): Command {
  return withGateway(command).option(
    '--key <key>',
    'operator key (BRAMKA_ADMIN_KEY, or admin.key in the data directory)',
  );
}

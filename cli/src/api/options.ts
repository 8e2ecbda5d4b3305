// Options that several commands share: the address of the gateway, the operator key, and whether
// the answer is printed as JSON.

import type { Command } from 'commander';
import { Failure } from '../failure.ts';

export type Env = Readonly<Record<string, string | undefined>>;

export const DEFAULT_URL = 'http://127.0.0.1:8080';

export interface GatewayOptions {
  readonly url?: string;
  readonly json?: boolean;
}

export interface OperatorOptions extends GatewayOptions {
  readonly key?: string;
}

/** A command that only groups others. */
export function addGroup(parent: Command, name: string, description: string, help = ''): Command {
  const group = parent.command(name).description(description);
  return group.helpCommand(false).addHelpText('after', help);
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

export function gatewayUrl(given: string | undefined, env: Env): string {
  const text = given ?? (env['BRAMKA_URL']?.trim() || DEFAULT_URL);
  const url = /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text) : undefined;
  if (!url) {
    throw new Failure(
      'the address of the gateway (--url, BRAMKA_URL) must begin with http:// or https://',
    );
  }
  if (url.username || url.password || url.search || url.hash) {
    throw new Failure(
      'the address of the gateway (--url, BRAMKA_URL) must have no user, query or fragment',
    );
  }
  return text.replace(/\/+$/, '');
}

// The merchant API of a running gateway, as the commands use it, and where the MID and the secret
// come from.

import type { Command } from 'commander';
import type { CallSettings } from '@bramka/client/src/calls/call.ts';
import { clientSettings } from '@bramka/client/src/client.ts';
import type { Calls } from '@bramka/client/src/generated/calls.ts';
import { operations } from '@bramka/client/src/generated/operations.ts';
import { demoMerchants } from '@bramka/gateway/merchants/demo.ts';
import { Failure } from '../failure.ts';
import { connection, throwingCalls, valueOf, type Throwing } from './calls.ts';
import { gatewayUrl, withGateway, type Env, type GatewayOptions } from './options.ts';

const DEMO_MID = demoMerchants[0]?.merchantId ?? '';

export interface MerchantOptions extends GatewayOptions {
  readonly mid?: string;
  readonly secret?: string;
}

export interface RequestOptions extends MerchantOptions {
  readonly idempotencyKey?: string;
}

export interface MerchantClient extends Throwing<Calls> {
  readonly merchantId: string;
  /** For what is not a call: the event stream. */
  readonly settings: CallSettings;
}

export function withMerchant(command: Command): Command {
  return withGateway(command)
    .option('--mid <mid>', `MID of the merchant (BRAMKA_MID, ${DEMO_MID})`)
    .option('--secret <secret>', 'its API secret (BRAMKA_API_SECRET; demo merchants need none)');
}

/** Exchanges MID and secret for an access token first. */
export async function merchantClient(options: MerchantOptions, env: Env): Promise<MerchantClient> {
  const baseUrl = gatewayUrl(options.url, env);
  const merchantId = options.mid ?? (env['BRAMKA_MID']?.trim() || DEMO_MID);
  if (merchantId === '') throw new Failure('--mid must not be empty');
  const credentials = { merchantId, secret: secretOf(merchantId, options, env) };
  const settings = clientSettings({ baseUrl, credentials, ...connection });
  valueOf(await settings.tokens.get(), baseUrl);
  return { ...throwingCalls<Calls>(operations, settings), merchantId, settings };
}

function secretOf(merchantId: string, { secret }: MerchantOptions, env: Env): string {
  const ownId = env['BRAMKA_MID']?.trim();
  const demo = demoMerchants.find((one) => one.merchantId === merchantId);
  // The secret in the environment belongs to the merchant in the environment, if one is named.
  const isOwn = demo === undefined || ownId === undefined || ownId === merchantId;
  const given = secret ?? (isOwn ? env['BRAMKA_API_SECRET']?.trim() : undefined);
  if (given) return given;
  if (demo) return demo.apiSecret;
  throw new Failure(
    `the API secret of merchant ${merchantId} is not known: use --secret or BRAMKA_API_SECRET`,
  );
}

// What production refuses to start with: missing or weak secrets, URLs without TLS, settings meant
// for tests. Every problem is one sentence; all of them are reported at once.

import { isWeakKey } from '../core/keys/key-strength.ts';
import { open, type Secret } from '../core/secret.ts';
import { masterKeyBytes, masterKeyRule, readKeyFile } from '../storage/key-file.ts';
import { budgetRanges, type BudgetSettings } from '../http/budget/budget-settings.ts';
import type { KeySource } from '../storage/keys/key-settings.ts';
import { hasMasterKey } from '../storage/keys/master-key.ts';
import { walletUrls, type WalletSettings } from '../wallets/wallet-settings.ts';

/** Without these limits every card number can be found by trying. */
const guessLimits = ['guessesPerAgreement', 'guessesPerMerchant', 'searchMisses'] as const;

type GuessSettings = Pick<BudgetSettings, (typeof guessLimits)[number]>;

/** The settings that are checked. */
export interface ProductionSettings extends KeySource, WalletSettings, GuessSettings {
  readonly host: string;
  readonly publicUrl: string | null;
  readonly adminKey: Secret<string> | null;
  readonly acquirerUrl: string | null;
  readonly directoryUrl: string | null;
  readonly blik: { readonly url: string } | null;
  readonly autopay: { readonly url: string } | null;
  readonly redirectProvider: { readonly url: string } | null;
  readonly vts: { readonly url: string } | null;
  readonly scof: { readonly url: string } | null;
  readonly nextMasterKey: KeySource;
  readonly sandboxHosts: readonly string[];
  readonly failpoints: ReadonlyMap<string, unknown>;
  /** Whether the acquirer's BIN was set explicitly. */
  readonly hasAcquirerBin: boolean;
}

const MIN_ADMIN_KEY_LENGTH = 24;
const MIN_DISTINCT_CHARACTERS = 8;

export function findUnsafeSettings(settings: ProductionSettings): string[] {
  const { acquirerUrl, directoryUrl, publicUrl, host, failpoints } = settings;
  const problems = [...adminKeyProblems(settings), ...masterKeyProblems(settings)];
  for (const field of guessLimits) {
    const name = budgetRanges.find((range) => range.field === field)?.name ?? field;
    if (settings[field] === 0) problems.push(`${name} must not be 0 in production`);
  }
  if (acquirerUrl === null) problems.push('BRAMKA_ACQUIRER_URL must be set in production');
  if (publicUrl === null && directoryUrl !== null) {
    problems.push('BRAMKA_DS_URL needs BRAMKA_PUBLIC_URL in production');
  } else if (publicUrl === null && !isLoopback(host)) {
    problems.push('BRAMKA_PUBLIC_URL must be set in production when HOST is not loopback');
  }
  if (directoryUrl !== null && !settings.hasAcquirerBin) {
    problems.push('BRAMKA_DS_URL needs BRAMKA_ACQUIRER_BIN in production');
  }
  const { blik, autopay, redirectProvider, vts, scof } = settings;
  // These providers send results or customers to the gateway.
  const callers = [
    ['BRAMKA_BLIK_URL', blik?.url ?? null],
    ['BRAMKA_AUTOPAY_URL', autopay?.url ?? null],
    ['BRAMKA_PA_URL', redirectProvider?.url ?? null],
    ['BRAMKA_VTS_URL', vts?.url ?? null],
    ['BRAMKA_SCOF_URL', scof?.url ?? null],
  ] as const;
  for (const [name, url] of callers) {
    if (url === null || publicUrl !== null) continue;
    problems.push(`${name} needs BRAMKA_PUBLIC_URL in production`);
  }
  const addresses = [
    ...callers,
    ['BRAMKA_ACQUIRER_URL', acquirerUrl],
    ['BRAMKA_DS_URL', directoryUrl],
    ['BRAMKA_PUBLIC_URL', publicUrl],
    ...walletUrls(settings),
  ] as const;
  for (const [name, url] of addresses) {
    if (isUnencrypted(url)) problems.push(`${name} must be an https:// URL in production`);
  }
  if (failpoints.size > 0) problems.push('BRAMKA_FAILPOINTS is allowed in the sandbox only');
  if (settings.sandboxHosts.length > 0) {
    problems.push('BRAMKA_SANDBOX_HOSTS is allowed in the sandbox only');
  }
  return problems;
}

function adminKeyProblems({ adminKey }: ProductionSettings): string[] {
  if (!adminKey) return ['BRAMKA_ADMIN_KEY must be set in production'];
  const text = open(adminKey);
  if (text.length < MIN_ADMIN_KEY_LENGTH) {
    return [`BRAMKA_ADMIN_KEY must have at least ${MIN_ADMIN_KEY_LENGTH} characters in production`];
  }
  const advice = 'generate one with `openssl rand -base64 24`';
  return new Set(text).size < MIN_DISTINCT_CHARACTERS
    ? [`BRAMKA_ADMIN_KEY is too easy to guess; ${advice}`]
    : [];
}

function masterKeyProblems(settings: ProductionSettings): string[] {
  const { nextMasterKey } = settings;
  if (!hasMasterKey(settings)) {
    const names = 'BRAMKA_MASTER_KEY, BRAMKA_MASTER_KEY_FILE or BRAMKA_MASTER_KEY_COMMAND';
    return [`${names} must be set in production`];
  }
  return [...new Set([settings, nextMasterKey].flatMap(weakKeyProblems))];
}

/** A key behind a command is not seen here. */
function weakKeyProblems({ masterKey, masterKeyFile }: KeySource): string[] {
  if (!masterKey && masterKeyFile === null) return [];
  try {
    const bytes = masterKeyBytes(masterKey ?? readKeyFile(masterKeyFile ?? ''));
    if (!bytes) return [masterKeyRule];
    return isWeakKey(bytes)
      ? ['the master key is not random; generate one with `openssl rand -base64 32`']
      : [];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** Card numbers, keys and tokens would be readable in transit. */
function isUnencrypted(url: string | null): boolean {
  if (url === null) return false;
  const { protocol, hostname } = new URL(url);
  return protocol !== 'https:' && !isLoopback(hostname);
}

function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

// The operator's changes to merchants: add, change, suspend, roll secrets, revoke tokens. Each is
// decided on the version that was read; a record that changed in the meantime is refused, not
// overwritten.

import { refuse } from '../core/refusals.ts';
import type { Secret } from '../core/secret.ts';
import { defaultSettings, type Address, type Merchant, type MerchantSettings } from './merchant.ts';
import type { MerchantStore } from './merchant.store.ts';
import { pageSettings } from './page/page-settings.ts';
import { hashSecret, makeSecret, sealSecret, type SecretTools } from './secrets.ts';
import { mergeSettlement } from './settlement-rules.ts';

/** Valid secrets of each kind: the newest one and the one that it replaces. */
const MAX_SECRETS = 2;

export interface MerchantTools extends SecretTools {
  readonly merchants: MerchantStore;
  /** Told which record a change is decided on. */
  readonly onRead?: (before: Merchant) => void;
}

export interface NewMerchant {
  readonly merchantId: string;
  readonly settings: Partial<MerchantSettings>;
  /** Generated when absent. */
  readonly apiSecret?: Secret<string>;
  readonly notificationSecret?: Secret<string>;
}

interface AddedMerchant {
  readonly merchant: Merchant;
  readonly apiSecret: Secret<string>;
  readonly notificationSecret: Secret<string>;
}

/** The secrets are returned only this once; afterwards only their hash or sealed form exists. */
export async function addMerchant(
  tools: MerchantTools,
  input: NewMerchant,
): Promise<AddedMerchant> {
  const added = await buildMerchant(tools, input, tools.random(16));
  if (!(await tools.merchants.insert(added.merchant))) refuse('MERCHANT_EXISTS');
  return added;
}

/** Resets an existing merchant to the state in which it would be added now. */
export async function resetMerchant(
  tools: MerchantTools,
  before: Merchant,
  input: Omit<NewMerchant, 'merchantId'>,
): Promise<AddedMerchant> {
  const { merchantId, version, secretSalt, createdAt } = before;
  const fresh = await buildMerchant(tools, { ...input, merchantId }, secretSalt);
  const { tokensSince, agentTokensSince } = before;
  // An unchanged secret keeps its id, and with it the tokens that were issued for it.
  const secrets = fresh.merchant.secrets.map(
    (stored) => before.secrets.find(({ hash }) => hash === stored.hash) ?? stored,
  );
  const kept = { version, createdAt, tokensSince, agentTokensSince, secrets };
  const merchant = await saveMerchant(tools, { ...fresh.merchant, ...kept });
  return { ...fresh, merchant };
}

async function buildMerchant(
  tools: MerchantTools,
  input: NewMerchant,
  secretSalt: Uint8Array,
): Promise<AddedMerchant> {
  const now = tools.clock.now();
  const apiSecret = input.apiSecret ?? makeSecret(tools.random);
  const notificationSecret = input.notificationSecret ?? makeSecret(tools.random);
  const merchant: Merchant = {
    merchantId: input.merchantId,
    version: 1,
    status: 'ACTIVE',
    settings: mergeSettings(defaultSettings, input.settings),
    secretSalt,
    secrets: [await hashSecret(tools, apiSecret, secretSalt)],
    notificationSecrets: [await sealSecret(tools, input.merchantId, notificationSecret)],
    tokensSince: 0,
    agentTokensSince: 0,
    createdAt: now,
    updatedAt: now,
  };
  return { merchant, apiSecret, notificationSecret };
}

/**
 * New settings replace the old ones; address, providers, settlement, recurringRules, sca and page
 * keep their other fields. Empty lines of the address are removed.
 */
function mergeSettings(
  before: MerchantSettings,
  changes: Partial<MerchantSettings>,
): MerchantSettings {
  return {
    ...before,
    ...changes,
    address: dropEmptyLines({ ...before.address, ...changes.address }),
    providers: { ...before.providers, ...changes.providers },
    settlement: mergeSettlement(before.settlement, changes.settlement),
    recurringRules: { ...before.recurringRules, ...changes.recurringRules },
    sca: { ...before.sca, ...changes.sca },
    page: { ...pageSettings(before.page), ...changes.page },
  };
}

function dropEmptyLines(address: Address): Address {
  return Object.fromEntries(Object.entries(address).filter(([, line]) => line !== ''));
}

interface MerchantChange {
  readonly status?: Merchant['status'];
  readonly settings?: Partial<MerchantSettings>;
  /** Throws a refusal when the resulting merchant is not allowed. */
  readonly check?: (after: Merchant) => void;
}

export async function changeMerchant(
  tools: MerchantTools,
  merchantId: string,
  change: MerchantChange,
): Promise<Merchant> {
  const before = await readExisting(tools, merchantId);
  const status = change.status ?? before.status;
  const settings = mergeSettings(before.settings, change.settings ?? {});
  const isSuspended = before.status === 'ACTIVE' && status === 'SUSPENDED';
  const losesAgents = before.settings.agents.some((agent) => !settings.agents.includes(agent));
  const after = {
    ...(isSuspended ? revokeAllTokens(before) : before),
    ...(losesAgents ? { agentTokensSince: nextVersion(before) } : {}),
    status,
    settings,
  };
  change.check?.(after);
  return saveMerchant(tools, after);
}

/** Revokes every access token of the merchant, including CLIENT tokens and those held by agents. */
export async function revokeTokens(tools: MerchantTools, merchantId: string): Promise<Merchant> {
  return saveMerchant(tools, revokeAllTokens(await readExisting(tools, merchantId)));
}

function revokeAllTokens(before: Merchant): Merchant {
  return { ...before, tokensSince: nextVersion(before) };
}

/** The version of the record after this change. */
function nextVersion({ version }: Merchant): number {
  return version + 1;
}

interface Roll {
  readonly kind: 'API' | 'NOTIFICATION';
  /** Ends the older secret at once, for example after a leak. */
  readonly dropOld: boolean;
}

/** A third secret replaces the oldest one, because only two are valid at a time. */
export async function rollSecret(
  tools: MerchantTools,
  merchantId: string,
  { kind, dropOld }: Roll,
): Promise<{ merchant: Merchant; secret: Secret<string> }> {
  const before = await readExisting(tools, merchantId);
  const secret = makeSecret(tools.random);
  const valid = <T>(fresh: T, older: readonly T[]): T[] =>
    [fresh, ...older].slice(0, dropOld ? 1 : MAX_SECRETS);
  if (kind === 'NOTIFICATION') {
    const sealed = await sealSecret(tools, merchantId, secret);
    const notificationSecrets = valid(sealed, before.notificationSecrets);
    return { merchant: await saveMerchant(tools, { ...before, notificationSecrets }), secret };
  }
  const hashed = await hashSecret(tools, secret, before.secretSalt);
  const secrets = valid(hashed, before.secrets);
  // Tokens issued before tokens named their secret (version 0) may belong to the dropped secret.
  const tokensSince = dropOld ? Math.max(before.tokensSince, 1) : before.tokensSince;
  return { merchant: await saveMerchant(tools, { ...before, secrets, tokensSince }), secret };
}

async function readExisting(tools: MerchantTools, merchantId: string): Promise<Merchant> {
  const merchant = (await tools.merchants.read(merchantId)) ?? refuse('MERCHANT_NOT_FOUND');
  tools.onRead?.(merchant);
  return merchant;
}

async function saveMerchant(tools: MerchantTools, merchant: Merchant): Promise<Merchant> {
  const next = { ...merchant, updatedAt: tools.clock.now() };
  if (!(await tools.merchants.replace(next))) refuse('CHANGED_MEANWHILE');
  return { ...next, version: merchant.version + 1 };
}

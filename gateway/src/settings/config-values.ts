// Single values of the environment, each checked for its format. An error is one clear sentence
// that names the variable.

import { organizations, type Organization } from '../cards/card-number.ts';
import type { Key } from '../core/seal.ts';
import { secret, type Secret } from '../core/secret.ts';
import { encryptionRanges, type EncryptionSettings } from '../encryption/settings.ts';
import { eventRanges, type EventSettings } from '../events/settings.ts';
import { budgetRanges, type BudgetSettings } from '../http/budget/budget-settings.ts';
import { limitConflict, limitRanges } from '../http/system/limit-settings.ts';
import { standardLimits, type RequestLimits } from '../http/limits.ts';
import { hashMethods, type AutopayService } from '../providers/autopay/hash.ts';
import { masterKeyBytes } from '../storage/key-file.ts';

/** One sentence for each error. */
export class BadConfig extends Error {
  readonly sentences: readonly string[];

  constructor(...sentences: string[]) {
    super(sentences.join('\n'));
    this.sentences = sentences;
  }
}

export function refuseProblems(problems: readonly string[]): void {
  if (problems.length > 0) throw new BadConfig(...problems);
}

/** A bank transfer provider, and the identity of this gateway at it. */
export interface TransferService {
  readonly url: string;
  readonly service: AutopayService;
}

export type Env = Readonly<Record<string, string | undefined>>;

export function text(env: Env, name: string): string | undefined {
  const value = env[name]?.trim();
  return value === '' ? undefined : value;
}

export function secretOrNull(value: string | undefined): Secret<string> | null {
  return value === undefined ? null : secret(value);
}

export function wholeNumber(
  env: Env,
  name: string,
  fallback: number,
  min: number,
  max: number,
): number {
  const value = text(env, name);
  if (value === undefined) return fallback;
  const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= min && number <= max)) {
    throw new BadConfig(`${name} must be a whole number from ${String(min)} to ${String(max)}`);
  }
  return number;
}

export function port(env: Env, name: string): number | null {
  return text(env, name) === undefined ? null : wholeNumber(env, name, 0, 0, 65_535);
}

type RangedSettings = RequestLimits & BudgetSettings & EncryptionSettings & EventSettings;

/** The settings that modules describe as whole numbers with a range. */
export function rangedSettings(env: Env): RangedSettings {
  const read = ({ field, name, min, max }: Ranged, fallback: number) => [
    field,
    wholeNumber(env, name, fallback, min, max),
  ];
  const found = [
    ...limitRanges.map((range) => read(range, standardLimits[range.field])),
    ...budgetRanges.map((range) => read(range, range.fallback)),
    ...encryptionRanges.map((range) => read(range, range.fallback)),
    ...eventRanges.map((range) => read(range, range.fallback)),
  ];
  const settings = Object.fromEntries(found) as RangedSettings;
  const conflict = limitConflict(settings);
  if (conflict !== undefined) throw new BadConfig(conflict);
  return settings;
}

interface Ranged {
  readonly field: string;
  readonly name: string;
  readonly min: number;
  readonly max: number;
}

export function digits(env: Env, name: string, fallback: string): string {
  const value = text(env, name) ?? fallback;
  if (!/^\d{6,11}$/.test(value)) throw new BadConfig(`${name} must be 6 to 11 digits`);
  return value;
}

/** 3-D Secure allows 32 characters for the assigned ids of a server. */
export function assignedId(env: Env, name: string): string | undefined {
  const value = text(env, name);
  if (value !== undefined && !/^[\x21-\x7e]{1,32}$/.test(value)) {
    throw new BadConfig(`${name} must be 1 to 32 ASCII characters without spaces`);
  }
  return value;
}

export function choice<const T extends string>(
  env: Env,
  name: string,
  allowed: readonly T[],
  fallback: T,
): T {
  const value = text(env, name);
  if (value === undefined) return fallback;
  const found = allowed.find((one) => one === value);
  if (found === undefined) throw new BadConfig(`${name} must be one of ${allowed.join(', ')}`);
  return found;
}

/** All organizations when none is named. */
export function organizationList(env: Env, name: string): readonly Organization[] {
  const words = text(env, name)?.split(',');
  const wanted = words?.map((word) => word.trim().toUpperCase());
  const found = organizations.filter((one) => !wanted || wanted.includes(one));
  if (wanted && found.length !== new Set(wanted).size) {
    const all = organizations.join(', ');
    throw new BadConfig(`${name} must be a comma-separated list of ${all}`);
  }
  return found;
}

/** Host names without a port, in lower case. */
export function hostNames(env: Env, name: string): readonly string[] {
  const words = text(env, name)?.split(',') ?? [];
  const found = words.map((word) => word.trim().toLowerCase());
  if (!found.every((host) => /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(host))) {
    throw new BadConfig(`${name} must be a comma-separated list of host names without ports`);
  }
  return found;
}

export function databaseUrl(env: Env): string | undefined {
  const value = text(env, 'DATABASE_URL');
  if (value === undefined) return undefined;
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value)) {
    throw new BadConfig('DATABASE_URL must be a postgres:// URL');
  }
  return value;
}

/** The providers of payments besides the acquirer. */
export function paymentServices(env: Env) {
  return {
    blik: keyedService(env, 'BRAMKA_BLIK'),
    blikConfirmMs: wholeNumber(env, 'BRAMKA_BLIK_CONFIRM_SECONDS', 60, 10, 600) * 1000,
    autopay: transferService(env, 'BRAMKA_AUTOPAY'),
    redirectProvider: transferService(env, 'BRAMKA_PA'),
    vts: tokenService(env, 'BRAMKA_VTS'),
    scof: tokenService(env, 'BRAMKA_SCOF'),
  };
}

/** A provider with a URL and a key: both, or none. */
export interface KeyedService {
  readonly url: string;
  readonly key: Secret<string>;
}

export function keyedService(env: Env, prefix: string): KeyedService | null {
  const url = httpUrl(env, `${prefix}_URL`);
  const key = secretOrNull(text(env, `${prefix}_KEY`));
  if (url !== null && key === null) throw new BadConfig(`${prefix}_URL needs ${prefix}_KEY`);
  if (url === null && key !== null) throw new BadConfig(`${prefix}_KEY needs ${prefix}_URL`);
  return url !== null && key !== null ? { url, key } : null;
}

/** A token service: its key, and the secret that both sides share. */
export interface TokenServiceSettings extends KeyedService {
  readonly secret: Key;
}

export function tokenService(env: Env, prefix: string): TokenServiceSettings | null {
  const service = keyedService(env, prefix);
  const shared = secretOrNull(text(env, `${prefix}_SECRET`));
  if (!service && !shared) return null;
  if (!service) throw new BadConfig(`${prefix}_SECRET needs ${prefix}_URL`);
  if (!shared) throw new BadConfig(`${prefix}_URL needs ${prefix}_SECRET`);
  const bytes = masterKeyBytes(shared);
  if (!bytes) throw new BadConfig(`${prefix}_SECRET must be 32 bytes in base64`);
  return { ...service, secret: secret(bytes) };
}

/** A service of a bank transfer provider: complete, or not set at all. */
export function transferService(env: Env, prefix: string): TransferService | null {
  const url = httpUrl(env, `${prefix}_URL`);
  const serviceId = text(env, `${prefix}_SERVICE_ID`);
  const key = text(env, `${prefix}_KEY`);
  const hashMethod = choice(env, `${prefix}_HASH`, hashMethods, 'SHA256');
  for (const name of ['SERVICE_ID', 'KEY', 'HASH']) {
    const isSet = text(env, `${prefix}_${name}`) !== undefined;
    if (url !== null && !isSet && name !== 'HASH') {
      throw new BadConfig(`${prefix}_URL needs ${prefix}_${name}`);
    }
    if (url === null && isSet) throw new BadConfig(`${prefix}_${name} needs ${prefix}_URL`);
  }
  if (url === null || serviceId === undefined || key === undefined) return null;
  if (!/^[1-9][0-9]{0,9}$/.test(serviceId)) {
    throw new BadConfig(`${prefix}_SERVICE_ID must be a number of 1 to 10 digits`);
  }
  return { url, service: { serviceId, key: secret(key), hashMethod } };
}

/** 3-D Secure allows 256 characters for the URLs made from it. */
const MAX_PUBLIC_URL_LENGTH = 200;

export function publicUrl(env: Env): string | null {
  const url = httpUrl(env, 'BRAMKA_PUBLIC_URL')?.replace(/\/+$/, '') ?? null;
  if (url !== null && url.length > MAX_PUBLIC_URL_LENGTH) {
    throw new BadConfig(`BRAMKA_PUBLIC_URL must have at most ${MAX_PUBLIC_URL_LENGTH} characters`);
  }
  return url;
}

export function httpUrl(env: Env, name: string): string | null {
  const value = text(env, name);
  if (value === undefined) return null;
  if (!/^https?:\/\//.test(value) || !URL.canParse(value)) {
    throw new BadConfig(`${name} must be an http:// or https:// URL`);
  }
  return value;
}

/** What the operator puts on the internal port needs one. */
export function refuseInternalWithoutPort(env: Env): void {
  for (const name of ['BRAMKA_DOCS', 'BRAMKA_METRICS', 'BRAMKA_ADMIN']) {
    if (text(env, name) !== 'internal') continue;
    throw new BadConfig(`${name}=internal needs BRAMKA_INTERNAL_PORT`);
  }
  if (text(env, 'BRAMKA_INTERNAL_HOST') !== undefined) {
    throw new BadConfig('BRAMKA_INTERNAL_HOST needs BRAMKA_INTERNAL_PORT');
  }
}

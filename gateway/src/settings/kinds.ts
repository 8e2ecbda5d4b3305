// The kinds of settings: whole numbers, texts, URLs, choices, secrets.

import { secret, type Secret } from '../core/secret.ts';
import type { Kind, Setting } from './setting.ts';

export function integer(fallback: number, min: number, max: number): Kind<number> {
  return {
    rule: `must be a whole number from ${String(min)} to ${String(max)}`,
    parse(given) {
      const number = /^\d{1,9}$/.test(given) ? Number(given) : Number.NaN;
      return number >= min && number <= max ? number : undefined;
    },
    fallback,
  };
}

/** Written in seconds, used in milliseconds. */
export function seconds(fallback: number, min: number, max: number): Kind<number> {
  const kind = integer(fallback, min, max);
  const inMs = (given: string): number | undefined => {
    const found = kind.parse(given);
    return found === undefined ? undefined : found * 1000;
  };
  return { ...kind, parse: inMs, fallback: fallback * 1000, shown: String(fallback) };
}

export function text(fallback?: string): Kind<string> {
  return {
    rule: 'must be a text',
    parse: (given) => given,
    ...(fallback === undefined ? {} : { fallback }),
  };
}

/** `rule` says what `form` accepts. */
export function formed(form: RegExp, rule: string, fallback?: string): Kind<string> {
  return { ...text(fallback), rule, parse: (given) => (form.test(given) ? given : undefined) };
}

export const secretText: Kind<Secret<string>> = {
  rule: 'must be a text',
  parse: (given) => secret(given),
  isSecret: true,
};

export const url: Kind<string> = {
  rule: 'must be an http:// or https:// URL',
  parse: (given) => (/^https?:\/\//.test(given) && URL.canParse(given) ? given : undefined),
  refuseInProduction: (value: string | null) =>
    value !== null && isUnencrypted(value) ? 'must be an https:// URL in production' : undefined,
};

export function choice<const T extends string>(
  allowed: readonly T[],
  fallback: NoInfer<T>,
  productionFallback = fallback,
): Kind<T> {
  return {
    rule: `must be one of ${allowed.join(', ')}`,
    parse: (given) => allowed.find((one) => one === given),
    fallback,
    productionFallback,
  };
}

export const flag: Kind<boolean> = {
  rule: 'must be one of true, false',
  parse: (given) => (given === 'true' ? true : given === 'false' ? false : undefined),
  fallback: false,
};

/** Null if it is not set. */
export function optional<T>(kind: Kind<T>): Kind<T | null> {
  return { ...(kind as Kind<T | null>), fallback: null };
}

/** For tests and demonstrations. */
export const sandboxOnly: Pick<Setting<unknown>, 'refuseInProduction'> = {
  refuseInProduction: (_value, isSet) => (isSet ? 'is allowed in the sandbox only' : undefined),
};

/** Card numbers, keys and tokens would be readable in transit. */
function isUnencrypted(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol !== 'https:' && !isLoopback(hostname);
}

export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

// The settings of the payment page as a process of its own.

interface Settings {
  readonly host: string;
  readonly port: number;
  /** Where the page reaches the merchant API. */
  readonly gatewayUrl: string;
  readonly trustProxy: boolean;
  readonly isSandbox: boolean;
}

const DEFAULT_PORT = '8090';

export function readSettings(env: Readonly<Record<string, string | undefined>>): Settings {
  const port = Number(env['PORT'] || DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error('PORT must be a whole number from 0 to 65535');
  }
  const isSandbox = oneOf(env, 'BRAMKA_ENV', ['sandbox', 'production']) === 'sandbox';
  return {
    host: env['HOST'] || '127.0.0.1',
    port,
    gatewayUrl: gatewayIn(env['BRAMKA_GATEWAY_URL'] ?? '', isSandbox),
    trustProxy: oneOf(env, 'BRAMKA_TRUST_PROXY', ['false', 'true']) === 'true',
    isSandbox,
  };
}

/** Card data of customers without a script goes there: only with TLS or inside this machine. */
function gatewayIn(text: string, isSandbox: boolean): string {
  const url = /^https?:\/\//.test(text) ? URL.parse(text) : null;
  if (!url) throw new Error('BRAMKA_GATEWAY_URL must be an http:// or https:// URL');
  const isLocal = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(url.hostname);
  if (url.protocol !== 'https:' && !isSandbox && !isLocal) {
    throw new Error('BRAMKA_GATEWAY_URL must be an https:// URL in production');
  }
  return text.replace(/\/+$/, '');
}

/** The first value is the default. */
function oneOf<T extends string>(
  env: Readonly<Record<string, string | undefined>>,
  name: string,
  values: readonly [T, ...T[]],
): T {
  const text = env[name] || values[0];
  const value = values.find((one) => one === text);
  if (value === undefined) throw new Error(`${name} must be one of ${values.join(', ')}`);
  return value;
}

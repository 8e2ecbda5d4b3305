// How a host that speaks ISO 8583 is configured and connected.

import { readFileSync } from 'node:fs';
import { answerWithin } from '../../http/outgoing.ts';
import { connection } from '../../settings/connection.ts';
import { choice, formed, integer, optional, seconds, text } from '../../settings/kinds.ts';
import { BadConfig } from '../../settings/read-settings.ts';
import { settings, type Kind } from '../../settings/setting.ts';
import { secret, type Secret } from '../../core/secret.ts';
import { BadProfile } from './profile/read-profile.ts';
import { connectHost } from './transport.ts';
import type { Address } from './wire/lines.ts';

const addresses: Kind<readonly Address[]> = {
  rule: 'must be one or more host:port, separated by commas',
  parse(given) {
    const all = given.split(',').map((one) => /^([^\s:]+|\[[^\]]+\]):(\d{1,5})$/.exec(one.trim()));
    const hosts = all.map((match) => ({
      host: (match?.[1] ?? '').replace(/^\[|\]$/g, ''),
      port: Number(match?.[2] ?? 0),
    }));
    return hosts.every(({ port }) => port > 0 && port < 65_536) ? hosts : undefined;
  },
};

const macKey: Kind<Secret<string>> = {
  rule: 'must be 32 hexadecimal digits',
  parse: (given) => (/^[0-9A-Fa-f]{32}$/.test(given) ? secret(given) : undefined),
  isSecret: true,
};

export const iso8583Connection = connection({
  title: 'ISO 8583 host',
  takesCards: true,
  settings: settings('BRAMKA_ISO8583', {
    hosts: [addresses, 'addresses of the ISO 8583 host: host:port, separated by commas'],
    packager: [text('iso1987'), 'its format: iso1987, iso1993, or the path of a JSON file'],
    cardAcceptorId: [
      formed(/^[0-9A-Za-z]{1,15}$/, 'must be 1 to 15 letters and digits'),
      'id of this gateway as a merchant at the host (field 42)',
    ],
    terminalId: [
      formed(/^[0-9A-Za-z]{1,8}$/, 'must be 1 to 8 letters and digits'),
      'id of its terminal (field 41)',
    ],
    mcc: [formed(/^\d{4}$/, 'must be 4 digits'), 'merchant category code (field 18 or 26)'],
    country: [
      formed(/^\d{3}$/, 'must be 3 digits', '616'),
      'numeric country code of the acquirer (field 19)',
    ],
    acquirerId: [
      formed(/^\d{1,11}$/, 'must be 1 to 11 digits'),
      'id of the acquiring institution (field 32)',
    ],
    connections: [integer(2, 1, 64), 'connections to each address of the ISO 8583 host'],
    echo: [seconds(30, 1, 3600), 'seconds between echo tests on each connection'],
    tls: [
      choice(['on', 'off'], 'off', 'on'),
      'TLS to the ISO 8583 host; on in production unless it is set to off',
    ],
    caFile: [optional(text()), 'PEM file with the authorities of the ISO 8583 host'],
    macKey: [optional(macKey), 'key of message authentication codes, 32 hexadecimal digits'],
  }),
  async connect({ caFile, tls, echo: echoEveryMs, ...own }, context) {
    const ca = readOrRefuse('BRAMKA_ISO8583_CA_FILE', () => caFile && readFileSync(caFile, 'utf8'));
    const { clock, log, timeoutMs } = context;
    const options = {
      ...context,
      ...own,
      name: 'iso8583',
      acceptor: own,
      echoEveryMs,
      tls: tls === 'on' ? { ca: ca ?? undefined } : null,
    };
    const connected = readOrRefuse('BRAMKA_ISO8583_PACKAGER', () => connectHost(options));
    const { adapter, whenReady, close } = connected;
    // The first payments find a connection; a host that is down does not stop the gateway.
    const ready = whenReady().then(() => true);
    await answerWithin(clock, timeoutMs, ready).catch(() =>
      log.warn({}, 'no connection to the ISO 8583 host yet'),
    );
    return { adapter, close };
  },
});

function readOrRefuse<T>(variable: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const isKnown = error instanceof BadProfile || (error as NodeJS.ErrnoException).code;
    if (!isKnown) throw error;
    throw new BadConfig(`${variable}: ${(error as Error).message}`);
  }
}

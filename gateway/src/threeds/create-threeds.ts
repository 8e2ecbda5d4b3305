// Creates the 3-D Secure server from a database, a transport to the directory servers and the
// gateway's keys.

import type { Clock } from '../core/clock.ts';
import type { Ids } from '../core/id.ts';
import type { RandomBytes } from '../core/random.ts';
import type { Key } from '../core/seal.ts';
import { sandboxSubstitute } from '../merchants/public-facts.ts';
import type { Queryable } from '../storage/database.ts';
import type { Environment } from '../storage/installation.ts';
import type { DataKeys } from '../vault/data-keys.ts';
import { createAddresses } from './addresses.ts';
import { authenticationStore } from './authentication.store.ts';
import { createCavvSealer } from './cavv.ts';
import {
  createDirectory,
  type DirectoryOptions,
  type DirectoryTransport,
} from './directory/directory.ts';
import { cardRanges, noCardRanges } from './ranges/card-ranges.ts';
import type { ThreeDS } from './threeds.ts';

export interface ThreeDSParts extends DirectoryOptions {
  readonly environment: Environment;
  readonly database: Queryable;
  /** Null: customers are not authenticated. */
  readonly directory: DirectoryTransport | null;
  readonly keys: DataKeys;
  /** The key of the URLs for results. */
  readonly resultKey: Key;
  readonly publicUrl: () => string;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: RandomBytes;
  readonly log: { warn(facts: object, message: string): void };
  readonly answerLimitMs: number;
  readonly challengeLimitMs: number;
  readonly acquirerBin: string;
}

/** The protocol's time limit for the 3DS Method. */
export const FINGERPRINT_LIMIT_MS = 10_000;

export function createThreeDS(parts: ThreeDSParts): ThreeDS {
  const { database, clock, ids, random, log } = parts;
  const directory = parts.directory && createDirectory(parts.directory, parts);
  return {
    store: authenticationStore(database),
    directory,
    ranges: directory ? cardRanges({ database, directory, clock, ids, log }) : noCardRanges,
    addresses: createAddresses(parts.publicUrl, parts.resultKey),
    cavvs: createCavvSealer(parts.keys, random),
    limits: {
      fingerprintMs: FINGERPRINT_LIMIT_MS,
      answerMs: parts.answerLimitMs,
      challengeMs: parts.challengeLimitMs,
    },
    acquirerBin: parts.acquirerBin,
    factSubstitute: parts.environment === 'sandbox' ? sandboxSubstitute : null,
  };
}

// The part of the simulated ACS that the pages use: open a challenge, read it, act on it.

import type { SimulatedAcs } from '../acs.ts';

export type PagesAcs = Pick<SimulatedAcs, 'openChallenge' | 'viewChallenge' | 'applyAction'>;

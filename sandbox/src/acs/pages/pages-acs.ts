// What the pages need of the simulated issuer's access control server: open a challenge, look at
// it, act on it.

import type { SimulatedAcs } from '../acs.ts';

export type PagesAcs = Pick<SimulatedAcs, 'open' | 'look' | 'act'>;

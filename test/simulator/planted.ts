// All planted bugs, which prove that the simulator finds them.

import { authenticationBugs } from './planted/authentication-bugs.ts';
import { failoverBugs } from './planted/failover-bugs.ts';
import { marketplaceBugs } from './planted/marketplace-bugs.ts';
import { moneyBugs } from './planted/money-bugs.ts';
import { refundBugs } from './planted/refund-bugs.ts';
import { settlementBugs } from './planted/settlement-bugs.ts';
import { tryBugs } from './planted/try-bugs.ts';
import type { PlantedBug } from './planted/planted-bug.ts';

export const plantedBugs: readonly PlantedBug[] = [
  ...moneyBugs,
  ...refundBugs,
  ...settlementBugs,
  ...marketplaceBugs,
  ...authenticationBugs,
  ...tryBugs,
  ...failoverBugs,
];

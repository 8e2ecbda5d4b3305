// The trigger catalogue of the whole simulated world, in the order in which it is shown.

import { acquirerTriggers } from './acquirer/triggers.ts';
import { authenticationTriggers } from './acs/test-cards/triggers.ts';
import type { Trigger } from './trigger.ts';

export const sandboxTriggers: readonly Trigger[] = [...acquirerTriggers, ...authenticationTriggers];

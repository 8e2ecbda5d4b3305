// The complete trigger catalogue, in display order.

import { acquirerTriggers } from './acquirer/triggers.ts';
import { authenticationTriggers } from './acs/test-cards/triggers.ts';
import type { Trigger } from './trigger.ts';

export const sandboxTriggers: readonly Trigger[] = [...acquirerTriggers, ...authenticationTriggers];

// All mistakes that are planted on purpose, to prove that the simulator finds them.

import { authenticationMistakes } from './planted/authentication-mistakes.ts';
import { moneyMistakes } from './planted/money-mistakes.ts';
import type { PlantedBug } from './planted/planted-bug.ts';

export const plantedBugs: readonly PlantedBug[] = [...moneyMistakes, ...authenticationMistakes];

// Encrypted card fields that must be refused: each is wrong in one way only, and would be accepted
// without the check that it is meant for.
import type { Attack, AttackTarget } from './attack.ts';
import { formAttacks } from './form-attacks.ts';
import { headerAttacks } from './header-attacks.ts';
import { keyAttacks } from './key-attacks.ts';

export function attacksOn(target: AttackTarget): Attack[] {
  return [...formAttacks(target), ...headerAttacks(target), ...keyAttacks(target)];
}

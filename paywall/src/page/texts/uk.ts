// All texts of the payment page in Ukrainian.

import { textsOfMethods } from '../methods/registry.ts';
import { page } from './uk/page.ts';
import { receipt } from './uk/receipt.ts';
import { refusal } from './uk/refusal.ts';
import type { Texts } from './texts.ts';

export const uk: Texts = { ...page, ...receipt, ...refusal, ...textsOfMethods('uk') };

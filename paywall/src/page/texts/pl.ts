// All texts of the payment page in Polish.

import { textsOfMethods } from '../methods/registry.ts';
import { page } from './pl/page.ts';
import { receipt } from './pl/receipt.ts';
import { refusal } from './pl/refusal.ts';
import type { Texts } from './texts.ts';

export const pl: Texts = { ...page, ...receipt, ...refusal, ...textsOfMethods('pl') };

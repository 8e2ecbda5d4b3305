// All texts of the payment page in German.

import { textsOfMethods } from '../methods/registry.ts';
import { page } from './de/page.ts';
import { receipt } from './de/receipt.ts';
import { refusal } from './de/refusal.ts';
import type { Texts } from './texts.ts';

export const de: Texts = { ...page, ...receipt, ...refusal, ...textsOfMethods('de') };

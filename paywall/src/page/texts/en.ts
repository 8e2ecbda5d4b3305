// English, the language that defines which texts there are.

import { textsOfMethods } from '../methods/registry.ts';
import { page } from './en/page.ts';
import { receipt } from './en/receipt.ts';
import { refusal } from './en/refusal.ts';
import type { Texts } from './texts.ts';

export const en: Texts = { ...page, ...receipt, ...refusal, ...textsOfMethods('en') };

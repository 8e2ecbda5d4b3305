// The texts of Apple Pay, in all languages.

import { textsOfWallet } from '../wallet/texts.ts';

export const texts = textsOfWallet('apay', 'Apple Pay');

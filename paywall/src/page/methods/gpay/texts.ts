// The texts of Google Pay, in all languages.

import { textsOfWallet } from '../wallet/texts.ts';

export const texts = textsOfWallet('gpay', 'Google Pay');

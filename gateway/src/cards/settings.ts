// The settings of cards: the table of card number ranges, and how long security codes are stored.

import { optional, seconds, text } from '../settings/kinds.ts';
import { settings } from '../settings/setting.ts';

export const cardSettings = settings('BRAMKA', {
  binTableFile: [
    optional(text()),
    'CSV file with facts about card number ranges',
    { name: 'BRAMKA_BIN_TABLE', shown: 'sandbox: built in' },
  ],
  securityCodeMs: [
    seconds(900, 60, 3600),
    'how long a card security code is stored at most',
    { name: 'BRAMKA_SECURITY_CODE_SECONDS' },
  ],
});

// The settings of the method BLIK.

import { seconds } from '../../settings/kinds.ts';
import { settings } from '../../settings/setting.ts';

export const blikSettings = settings('BRAMKA_BLIK', {
  confirmMs: [
    seconds(60, 10, 600),
    'time limit for a confirmation in the bank app',
    { name: 'BRAMKA_BLIK_CONFIRM_SECONDS' },
  ],
});

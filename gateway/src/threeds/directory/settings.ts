// The settings of 3-D Secure: the directory servers, the numbers assigned to this server and its
// acquirer, and the time limit for a challenge.

import { organizations, type Organization } from '../../cards/card-number.ts';
import { formed, optional, seconds, secretText, url } from '../../settings/kinds.ts';
import type { Check } from '../../settings/read-settings.ts';
import { settings, type Kind, type ValuesOf } from '../../settings/setting.ts';
import { DEFAULT_SERVER_REFERENCE } from './directory.ts';

const organizationList: Kind<readonly Organization[]> = {
  rule: `must be a comma-separated list of ${organizations.join(', ')}`,
  parse(given) {
    const wanted = given.split(',').map((word) => word.trim().toUpperCase());
    const found = organizations.filter((one) => wanted.includes(one));
    return found.length === new Set(wanted).size ? found : undefined;
  },
  fallback: organizations,
  shown: 'all',
};

/** 3-D Secure allows 32 characters for the assigned ids of a server. */
const assignedId = (fallback?: string): Kind<string> =>
  formed(/^[\x21-\x7e]{1,32}$/, 'must be 1 to 32 ASCII characters without spaces', fallback);

export const threeDSSettings = settings('BRAMKA', {
  /** `{organization}` is replaced by the operator, such as visa. */
  directoryUrl: [
    optional(url),
    'URL of the 3-D Secure directory server, may contain {organization}; if absent: no 3-D Secure',
    { name: 'BRAMKA_DS_URL' },
  ],
  directoryKey: [
    optional(secretText),
    'bearer key sent to the directory server',
    { name: 'BRAMKA_DS_KEY' },
  ],
  directoryOrganizations: [
    organizationList,
    'comma-separated card organizations with 3-D Secure; others are not authenticated',
    { name: 'BRAMKA_DS_ORGANIZATIONS' },
  ],
  acquirerBin: [
    formed(/^\d{6,11}$/, 'must be 6 to 11 digits', '400000'),
    'BIN of the acquirer in 3-D Secure messages, 6 to 11 digits',
  ],
  serverReference: [
    assignedId(DEFAULT_SERVER_REFERENCE),
    'reference number of this 3-D Secure server, assigned at its approval',
    { name: 'BRAMKA_3DS_SERVER_REFERENCE' },
  ],
  operatorId: [
    optional(assignedId()),
    '3-D Secure operator id, assigned by the directory server',
    { name: 'BRAMKA_3DS_OPERATOR_ID' },
  ],
  challengeTimeoutMs: [
    seconds(600, 60, 3600),
    'time limit for a 3-D Secure challenge',
    { name: 'BRAMKA_CHALLENGE_TIMEOUT_SECONDS' },
  ],
});

export const checkThreeDSInProduction: Check<ValuesOf<typeof threeDSSettings>> = (values, isSet) =>
  ['BRAMKA_PUBLIC_URL', 'BRAMKA_ACQUIRER_BIN']
    .filter((name) => values.directoryUrl !== null && !isSet(name))
    .map((name) => `BRAMKA_DS_URL needs ${name} in production`);

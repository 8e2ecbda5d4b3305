// A merchant's own service at Autopay, or at a provider of the plain redirect protocol, which signs
// the customer's way back in the same way.

import { open } from '../../core/secret.ts';
import { credentialOf, keyField, type CredentialField } from '../credentials/credential-field.ts';
import type { Credentials } from '../credentials/credentials.ts';
import { hashMethods, type AutopayService, type HashMethod } from './hash.ts';

export const serviceFields: readonly CredentialField[] = [
  {
    name: 'serviceId',
    description: 'the number of the service',
    form: /^[1-9][0-9]{0,9}$/,
    rule: 'a number of 1 to 10 digits',
    isAccount: true,
  },
  keyField,
  {
    name: 'hashMethod',
    description: 'how messages of the service are signed',
    form: new RegExp(`^(${hashMethods.join('|')})$`),
    rule: hashMethods.join(' or '),
  },
];

/** The service that a call is made for. */
export function serviceOf(
  { credentials }: { readonly credentials?: Credentials },
  installation: AutopayService,
): AutopayService {
  if (!credentials) return installation;
  return {
    serviceId: open(credentialOf(credentials, 'serviceId')),
    key: credentialOf(credentials, 'key'),
    hashMethod: open(credentialOf(credentials, 'hashMethod')) as HashMethod,
  };
}

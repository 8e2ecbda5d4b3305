// A merchant's own service at Autopay, or at a provider of the plain redirect protocol, which signs
// the customer's way back in the same way.

import { open } from '../../core/secret.ts';
import { credentialOf, keyField, type CredentialField } from '../credentials/credential-field.ts';
import type { CredentialLookup, Credentials } from '../credentials/credentials.ts';
import type { Proof } from '../provider-message.ts';
import { hashMethods, type AutopayService, type HashMethod } from './hash.ts';

const SERVICE_ID = /^[1-9][0-9]{0,9}$/;

export const serviceFields: readonly CredentialField[] = [
  {
    name: 'serviceId',
    description: 'the number of the service',
    form: SERVICE_ID,
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

/** The service that a message names: that of the installation, or of a merchant. */
export async function namedService(
  installation: AutopayService,
  serviceId: string,
  lookup: CredentialLookup,
): Promise<(Proof & { readonly service: AutopayService }) | undefined> {
  if (serviceId === installation.serviceId) return { service: installation, provenBy: null };
  const credentials = SERVICE_ID.test(serviceId) ? await lookup.byAccount(serviceId) : null;
  if (!credentials) return undefined;
  return { service: serviceOf({ credentials }, installation), provenBy: credentials };
}

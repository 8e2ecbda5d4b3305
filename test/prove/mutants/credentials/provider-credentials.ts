// Planted bugs in the credentials of merchants at providers.
import type { Mutant } from '../../mutant.ts';

const folder = 'gateway/src/providers/credentials';
const managed = (name: string) => [{ file: `${folder}/administer.test.ts`, name }];
const found = (name: string) => [{ file: `${folder}/lookup.test.ts`, name }];
const added = (name: string) => [{ file: `${folder}/with-credentials.test.ts`, name }];
const sent = (name: string) => [{ file: `${folder}/adapters.test.ts`, name }];

export const providerCredentialMutants: readonly Mutant[] = [
  {
    name: 'own-credentials-replaced-by-the-installation',
    file: `${folder}/with-credentials.ts`,
    search: 'return instead;',
    replace: 'return send(request);',
    caughtBy: added('credentials that cannot be read are not replaced by others'),
  },
  {
    name: 'own-credentials-sent-late',
    file: `${folder}/with-credentials.ts`,
    search: 'clock.monotonicMs() - startedMs > LOOKUP_LIMIT_MS',
    replace: 'clock.monotonicMs() < startedMs',
    caughtBy: added('credentials that come late are not used'),
  },
  {
    name: 'follow-up-with-the-account-of-today',
    file: `${folder}/with-credentials.ts`,
    search: 'add(request, request.originalAttemptId, send, notSent)',
    replace: 'add(request, request.attemptId, send, notSent)',
    caughtBy: added('every call gets the credentials of the attempt that made the payment'),
  },
  {
    name: 'inquiry-with-the-account-of-today',
    file: 'gateway/src/payments/processing/provider-call.ts',
    search: "if (attempt.verb === 'authorize') return inquiry;",
    replace: "if (attempt.verb !== 'stop') return inquiry;",
    caughtBy: [
      {
        file: 'gateway/src/payments/jobs/resolve.test.ts',
        name: 'other operations are sent again under their own id',
      },
    ],
  },
  {
    name: 'account-used-before-its-time',
    file: `${folder}/lookup.ts`,
    search: 'row.usedFrom <= at && at <',
    replace: 'at <',
    caughtBy: found('an attempt is followed up with the account with which it was made'),
  },
  {
    name: 'account-used-after-its-time',
    file: `${folder}/lookup.ts`,
    search: 'at < (row.usedUntil ?? Infinity)',
    replace: 'at <= (row.usedUntil ?? Infinity)',
    caughtBy: found('an attempt is followed up with the account with which it was made'),
  },
  {
    name: 'old-values-of-an-account',
    file: `${folder}/lookup.ts`,
    search: 'return (newest ?? used).fields;',
    replace: 'return (newest ? used : used).fields;',
    caughtBy: found('the newest values of an account count'),
  },
  {
    name: 'credentials-read-for-every-payment',
    file: `${folder}/lookup.ts`,
    search: 'if (known?.version === version)',
    replace: 'if (known?.version === -1)',
    caughtBy: found('a node reads credentials only when the merchant has changed'),
  },
  {
    name: 'credentials-not-bound-to-their-merchant',
    file: `${folder}/sealed-fields.ts`,
    search: 'fieldsBinding([merchantId, credentialId',
    replace: "fieldsBinding([merchantId && '', credentialId",
    caughtBy: found('values do not open in the row of another merchant'),
  },
  {
    name: 'account-of-the-installation-claimed',
    file: `${folder}/administer.ts`,
    search: 'if (open(account) === installationAccount)',
    replace: "if (open(account) === '')",
    caughtBy: managed('an account belongs to one merchant, or to the installation'),
  },
  {
    name: 'other-nodes-not-told-of-credentials',
    file: 'gateway/src/merchants/merchant.store.ts',
    search: 'update merchants set version = version + 1, updated_at = $2',
    replace: 'update merchants set version = version, updated_at = $2',
    caughtBy: managed('the first ones count a little later'),
  },
  {
    name: 'answer-verified-with-the-service-of-the-installation',
    file: 'gateway/src/providers/autopay/autopay.provider.ts',
    search: 'inquire(serviceOf(inquiry, service), ask, inquiry)',
    replace: 'inquire(service, ask, inquiry)',
    caughtBy: sent('Autopay: an answer counts only if the same service signed it'),
  },
];

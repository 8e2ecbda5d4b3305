// Planted bugs in the adapter of Adyen.
import type { Mutant } from '../../mutant.ts';

const folder = 'gateway/src/providers/adyen';
const provider = `${folder}/adyen.provider.ts`;
const calls = [{ file: `${folder}/adyen.provider.test.ts` }];
const answers = [{ file: `${folder}/messages/answers.test.ts` }];
const results = [{ file: `${folder}/messages/results.test.ts` }];
const webhooks = [{ file: `${folder}/messages/webhook.test.ts` }];
const requests = [{ file: `${folder}/messages/payment.test.ts` }];

export const adyenMutants: readonly Mutant[] = [
  {
    name: 'adyen-answer-about-another-payment-counts',
    file: `${folder}/messages/answers.ts`,
    search: "if (!fields || fields['merchantReference'] !== ownReference) return garbage;",
    replace: 'if (!fields) return garbage;',
    caughtBy: answers,
  },
  {
    name: 'adyen-success-about-another-amount-counts',
    file: `${folder}/messages/answers.ts`,
    search: "fields?.['value'] === Number(minor) && fields['currency'] === currency",
    replace: "fields?.['value'] === Number(minor) || currency === ''",
    caughtBy: answers,
  },
  {
    name: 'adyen-part-of-the-amount-is-a-success',
    file: `${folder}/messages/answers.ts`,
    search: "    case 'Authorised':\n",
    replace: "    case 'Authorised':\n    case 'PartiallyAuthorised':\n",
    caughtBy: answers,
  },
  {
    name: 'adyen-request-in-progress-is-declined',
    file: `${folder}/messages/answers.ts`,
    search: "'703', '704', '903'",
    replace: "'703', '903'",
    caughtBy: answers,
  },
  {
    name: 'adyen-operation-is-lost-with-its-key',
    file: `${folder}/messages/answers.ts`,
    search: "    if (of === 'modification') return providerError;\n",
    replace: '',
    caughtBy: answers,
  },
  {
    name: 'adyen-message-about-another-operation-counts',
    file: `${folder}/messages/results.ts`,
    search: '!event?.verbs.includes(named.verb)',
    replace: '!event',
    caughtBy: results,
  },
  {
    name: 'adyen-failed-capture-is-a-success',
    file: `${folder}/messages/results.ts`,
    search: 'item.isSuccess && !failures.has(eventCode)',
    replace: 'item.isSuccess',
    caughtBy: results,
  },
  {
    name: 'adyen-failed-cancellation-ends-a-stop',
    file: `${folder}/messages/results.ts`,
    search: "return verb === 'reverse' ? declineOf(item.reason, pspReference) : undefined;",
    replace: 'return declineOf(item.reason, pspReference);',
    caughtBy: results,
  },
  {
    name: 'adyen-one-authentic-item-proves-all',
    file: provider,
    search: '!items.every((item) => isAuthentic(item, keys))',
    replace: '!items.some((item) => isAuthentic(item, keys))',
    caughtBy: calls,
  },
  {
    name: 'adyen-message-about-an-unknown-account-counts',
    file: provider,
    search: "if (!(await isKnownAccount(account, name, credentials))) return 'not-authentic';",
    replace: 'await isKnownAccount(account, name, credentials);',
    caughtBy: calls,
  },
  {
    name: 'adyen-amount-is-not-signed',
    file: `${folder}/messages/webhook.ts`,
    search: '    item.amount.minor,\n',
    replace: '    0,\n',
    caughtBy: webhooks,
  },
  {
    name: 'adyen-operation-is-repeated-after-its-key-ended',
    file: provider,
    search: 'const KEY_MS = 6 * DAY_MS;',
    replace: 'const KEY_MS = 8 * DAY_MS;',
    caughtBy: calls,
  },
  {
    name: 'adyen-authorization-without-a-message-was-lost',
    file: provider,
    search: "  if (verb === 'authorize') return pending;\n",
    replace: '',
    caughtBy: calls,
  },
  {
    name: 'adyen-other-minor-units-are-sent',
    file: provider,
    search: '      if (!isSameUnit(request.amount)) return otherUnit;\n',
    replace: '',
    caughtBy: calls,
  },
  {
    name: 'adyen-hold-is-captured-at-once',
    file: `${folder}/messages/payment.ts`,
    search: "{ manualCapture: 'true', authorisationType: 'PreAuth' }",
    replace: "{ authorisationType: 'PreAuth' }",
    caughtBy: requests,
  },
];

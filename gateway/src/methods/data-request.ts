// What a payment can wait for (`dataRequest`).

export const dataRequests = [
  'INSTRUMENT',
  'CARD_CVV',
  'DEVICE',
  'CARD_3DS',
  'BLIK_CODE',
  'BLIK_APP',
  'CAPTURE',
] as const;
export type DataRequest = (typeof dataRequests)[number];

/** What a PENDING payment can wait for after a decline. */
export const requestsAfterDecline: readonly (DataRequest | null)[] = [
  'DEVICE',
  'BLIK_CODE',
  'BLIK_APP',
];

/** What to do for each dataRequest, in the order of the steps; CARD_3DS covers two steps. */
export const dataRequestSteps: readonly (readonly [DataRequest, when: string, todo: string])[] = [
  ['INSTRUMENT', 'no instrument yet', 'PUT …/instrument with the instrument'],
  ['CARD_CVV', 'the security code is missing', 'PATCH …/instrument with {"cvv": "…"}'],
  ['DEVICE', 'data about the customer’s device is missing', 'PATCH … with {"device": {…}}'],
  [
    'CARD_3DS',
    'acsData has threeDSMethodURL: run the 3DS Method',
    'post threeDSMethodData to threeDSMethodURL in a hidden iframe, then read the payment again; ' +
      'after 10 seconds the payment continues without it',
  ],
  [
    'CARD_3DS',
    'acsData has acsURL or acsSignedContent: show the challenge',
    'post creqPayload as form field creq to acsURL, or pass acsData to the SDK in the app',
  ],
  [
    'BLIK_CODE',
    'a new BLIK code is needed',
    'PATCH …/instrument with {"type": "BLIK_CODE", "code": "…"}',
  ],
  [
    'BLIK_APP',
    'the BLIK alias belongs to several bank apps, listed in apps',
    'PATCH …/instrument with {"app": "…"}, a key of apps, or send a BLIK code',
  ],
  ['CAPTURE', 'preauthorized', 'POST …/capture before holdUntil, or POST …/cancel'],
];

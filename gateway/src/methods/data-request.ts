// What a payment can wait for (`dataRequest`), whatever its method. Methods add requests of their
// own.

export interface DataRequestFacts {
  readonly meaning: string;
  /** When it occurs and what to do then; in the order of the steps. */
  readonly steps: readonly { readonly when: string; readonly todo: string }[];
  /** Whether a PENDING payment can wait for it after a decline. */
  readonly isAfterDecline?: true;
  /** Whether the customer chooses one of the apps that the declined attempt names. */
  readonly isChoice?: true;
}

export const commonRequests = {
  INSTRUMENT: {
    meaning: 'The instrument: send it with PUT …/instrument.',
    steps: [{ when: 'no instrument yet', todo: 'PUT …/instrument with the instrument' }],
  },
  CARD_CVV: {
    meaning: 'The security code of the card: send it with PATCH …/instrument.',
    steps: [{ when: 'the security code is missing', todo: 'PATCH …/instrument with {"cvv": "…"}' }],
  },
  DEVICE: {
    meaning: 'Data about the device of the customer: send it with PATCH …/{paymentId}.',
    steps: [
      {
        when: 'data about the customer’s device is missing',
        todo: 'PATCH … with {"device": {…}}',
      },
    ],
    isAfterDecline: true,
  },
  CARD_3DS: {
    meaning: 'A step of the customer in 3-D Secure: acsData has what the browser or app needs.',
    steps: [
      {
        when: 'acsData has threeDSMethodURL: run the 3DS Method',
        todo:
          'post threeDSMethodData to threeDSMethodURL in a hidden iframe, then read the payment ' +
          'again; after 10 seconds the payment continues without it',
      },
      {
        when: 'acsData has acsURL or acsSignedContent: show the challenge',
        todo: 'post creqPayload as form field creq to acsURL, or pass acsData to the app’s SDK',
      },
    ],
  },
  CAPTURE: {
    meaning: 'The capture of the preauthorized amount: POST …/capture.',
    steps: [{ when: 'preauthorized', todo: 'POST …/capture before holdUntil, or POST …/cancel' }],
  },
} as const satisfies Record<string, DataRequestFacts>;

/** A method declares its own requests in its folder, which merges them into this interface. */
export interface DataRequests extends Record<keyof typeof commonRequests, DataRequestFacts> {}

export type DataRequest = keyof DataRequests;

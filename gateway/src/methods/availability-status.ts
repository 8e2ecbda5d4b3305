// Whether a method, or one of its options, can be used.

export const availabilityMeanings = {
  ENABLED: 'Can be used.',
  DISABLED: 'Not enabled for the merchant, or not possible for this payment.',
  UNAVAILABLE:
    'Enabled for the merchant, but its provider is down now, or this version does not have it.',
} as const;

export type Availability = keyof typeof availabilityMeanings;

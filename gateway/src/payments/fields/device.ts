// `device` of a request: the browser or app of the customer, which 3-D Secure needs. The rules for
// single values are in threeds/device.ts.

import { Type, type Static } from 'typebox';
import { freeWords, oneOf, optionalFlag, words } from '../../http/schema.ts';

const number = (description: string) =>
  Type.Optional(Type.Union([Type.Integer(), Type.String({ maxLength: 16 })], { description }));

const windowSizeMeanings = {
  '01': '250 × 400 pixels.',
  '02': '390 × 400 pixels.',
  '03': '500 × 600 pixels.',
  '04': '600 × 400 pixels.',
  '05': 'Full page. The default.',
} as const;

const browserDataSchema = Type.Object(
  {
    javascriptEnabled: optionalFlag(
      'Whether the browser runs JavaScript. If true, screen size, color depth and timezone are ' +
        'required. Absent: true if one of these is given, otherwise it is missing.',
    ),
    javaEnabled: optionalFlag('navigator.javaEnabled(). Absent: false.'),
    language: words(
      64,
      'navigator.language, such as pl-PL, or the Accept-Language header, of which the first ' +
        'language is used. Required for 3-D Secure.',
    ),
    colorDepth: number(
      'screen.colorDepth in bits per pixel; values between the standard ones are rounded down.',
    ),
    screenHeight: number('screen.height in pixels, 0 to 999999.'),
    screenWidth: number('screen.width in pixels, 0 to 999999.'),
    timezone: number(
      'new Date().getTimezoneOffset(): minutes from local time to UTC, -60 for Warsaw in winter.',
    ),
    userAgent: words(2048, 'User-Agent header of the browser. Required for 3-D Secure.'),
    acceptHeader: words(2048, 'Accept header of the browser. Required for 3-D Secure.'),
    challengeWindowSize: Type.Optional(
      oneOf(windowSizeMeanings, 'Size of the frame in which your page shows a challenge.'),
    ),
  },
  { description: 'The browser of the customer, as your page and server see it.' },
);

const sdkSchema = Type.Object(
  {
    transId: words(64, 'SDK transaction id, a UUID.'),
    appId: words(64, 'SDK app id, a UUID.'),
    refNumber: words(64, 'SDK reference number, 1 to 32 printable ASCII characters.'),
    ephemPubKey: words(512, 'SDK ephemeral public key: a JWK of a P-256 key, as JSON text.'),
    encData: words(16384, 'Device data that the SDK has encrypted: a compact JWE.'),
    maxTimeout: number('Minutes the SDK allows for a challenge, 5 to 99. Absent: 5.'),
    messageVersion: words(
      8,
      'Protocol version that the SDK was initialized with, such as 2.2.0; binInfo names one. ' +
        'Absent: the version that binInfo answered for this payment, or the highest common one.',
    ),
  },
  {
    description:
      'Authentication request parameters of the 3DS SDK in your app. A complete sdk is used ' +
      'instead of browserData.',
  },
);

export const deviceSchema = Type.Object(
  {
    ip: words(64, 'IPv4 or IPv6 address of the customer. Sent to the issuer.'),
    name: freeWords(256, 'Name of the device. Stored with the payment and returned in given.'),
    browserData: Type.Optional(browserDataSchema),
    sdk: Type.Optional(sdkSchema),
  },
  {
    description:
      'The device of the customer. Cards that need 3-D Secure wait with dataRequest DEVICE ' +
      'until browserData or sdk is complete; missingFields names what is missing.',
  },
);

export type DeviceData = Static<typeof deviceSchema>;

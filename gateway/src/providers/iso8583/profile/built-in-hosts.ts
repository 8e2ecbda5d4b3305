// The hosts that need no file: the standard in ASCII, with facts of the payment as tagged texts in
// field 48. The sandbox speaks both, and they are a start for a file of one's own.

/** Two characters of tag, three digits of length. */
const privateFields = {
  48: {
    tagSize: 2,
    lengthSize: 3,
    facts: {
      42: 'eci',
      43: 'cavv',
      44: 'cryptogram',
      45: 'numberType',
      46: 'tokenScheme',
      47: 'exemption',
      63: 'networkTransactionId',
      66: 'dsTransId',
      67: 'threeDSVersion',
      68: 'transStatus',
      90: 'paymentId',
      91: 'merchantId',
      92: 'cvv',
      93: 'holder',
    },
  },
};

const networkTransactionId = { field: 48, tag: '63' };

export const builtInHosts: Readonly<Record<string, object>> = {
  iso1987: { version: '1987', privateFields, networkTransactionId },
  iso1993: { version: '1993', privateFields, networkTransactionId },
};

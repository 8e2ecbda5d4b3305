// The requests of the load as bytes prepared in advance: only the order number of a payment is
// rewritten.

export const orderPrefix = 'order-';
/** Order numbers have a fixed width, so that one can overwrite another. */
export const orderDigits = 16;

export type PaymentOperation = 'capture' | 'cancel' | 'refund';

/** What the answer to a successful operation contains besides status 200. */
export const agreed: Readonly<Record<PaymentOperation, readonly string[]>> = {
  capture: ['"status":"COMPLETED"', '"transactionStatus":"COMPLETED"'],
  cancel: ['"status":"CANCELLED"', '"transactionStatus":"COMPLETED"'],
  refund: ['"refundId":', '"status":"COMPLETED"'],
};

/** Card payments without and with 3-D Secure, preauthorizations, and BLIK payments. */
export type PaymentKind = 'AUTH' | 'PREAUTH' | 'SECURE' | 'BLIK';

export interface Target {
  readonly port: number;
  readonly token: string;
}

const card = { type: 'CARD', instrumentNo: '4111111111111111', expDate: '203512', cvv: '123' };
const device = {
  ip: '203.0.113.7',
  browserData: {
    javascriptEnabled: true,
    javaEnabled: false,
    language: 'pl-PL',
    colorDepth: '24',
    screenHeight: 1080,
    screenWidth: 1920,
    timezone: -60,
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
    acceptHeader: 'text/html',
  },
};

const kinds: Readonly<Record<PaymentKind, object>> = {
  AUTH: { method: 'CARD', instrument: card },
  PREAUTH: { method: 'CARD', instrument: card, options: { transKind: 'PREAUTH' } },
  /** The issuer authenticates the customer without a challenge. */
  SECURE: { method: 'CARD', instrument: { ...card, instrumentNo: '4917110010000009' }, device },
  /** Codes that start with 777 are confirmed at once. */
  BLIK: { method: 'BLIK', instrument: { type: 'BLIK_CODE', code: '777123' }, device },
};

/** The body of every payment of the benchmark, including the traced one. */
export function paymentBody(orderNumber: string, kind: PaymentKind = 'AUTH'): string {
  return JSON.stringify({
    channel: 'WEBAPI',
    order: { amount: 123.45, currency: 'PLN', extOrderId: `${orderPrefix}${orderNumber}` },
    ...kinds[kind],
  });
}

/** Writes the payments of one connection; `nextOrder` is shared by all connections. */
export function paymentWriter(
  target: Target,
  kind: PaymentKind,
  nextOrder: () => number,
): () => Buffer {
  const blank = '0'.repeat(orderDigits);
  const body = paymentBody(blank, kind);
  const head = [
    'POST /v1/ecommerce/payment HTTP/1.1',
    ...commonHead(target),
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  const bytes = Buffer.from(`${head.join('\r\n')}\r\n\r\n${body}`, 'latin1');
  const orderAt = bytes.indexOf(`${orderPrefix}${blank}`) + orderPrefix.length;
  return () => {
    bytes.write(String(nextOrder()).padStart(orderDigits, '0'), orderAt, 'latin1');
    return bytes;
  };
}

export function statusPath(paymentId: string): string {
  return `/v1/ecommerce/payment/${paymentId}/status`;
}

/** One read of each path. */
export function readsOf(target: Target, paths: readonly string[]): Buffer[] {
  return paths.map((path) => {
    const head = [`GET ${path} HTTP/1.1`, ...commonHead(target)];
    return Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1');
  });
}

/** One operation per payment, on its whole amount. */
export function operationWrites(
  target: Target,
  operation: PaymentOperation,
  paymentIds: readonly string[],
): Buffer[] {
  return paymentIds.map((id) => {
    const path = `/v1/ecommerce/payment/${id}/${operation}`;
    const head = [`POST ${path} HTTP/1.1`, ...commonHead(target), 'Content-Length: 0'];
    return Buffer.from(`${head.join('\r\n')}\r\n\r\n`, 'latin1');
  });
}

function commonHead(target: Target): string[] {
  return [`Host: 127.0.0.1:${target.port}`, `Authorization: Bearer ${target.token}`];
}

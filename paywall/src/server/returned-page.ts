// The page on which a challenge in a frame of the payment page ends. The payment page around it
// learns the result from the gateway and removes the frame.

import type { FastifyInstance } from 'fastify';

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>…</title>
<link rel="icon" href="data:,">
</head>
<body><p>…</p></body>
</html>
`;

export function addReturnedPage(app: FastifyInstance, base: string): void {
  app.get(`${base}/returned`, async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({
        // The page around it may itself be in the frame of a shop. There is nothing to see here.
        'content-security-policy': "default-src 'none'; img-src data:; frame-ancestors *",
        'referrer-policy': 'no-referrer',
      })
      .send(html),
  );
}

// Refusals of the sandbox and its simulated providers; part of the table in core/refusals.ts.

export const sandboxRefusals = {
  FOREIGN_HOST:
    '403 The Host header is not allowed. Use localhost, an IP address or BRAMKA_PUBLIC_URL, or ' +
    'add the name to BRAMKA_SANDBOX_HOSTS.',
  FOREIGN_ORIGIN:
    '403 The sandbox does not accept requests from pages of other sites. Send them from a program.',
  PROVIDER_KEY_INVALID:
    '401 The key of the provider is missing or wrong. Send the header "Authorization: Bearer ' +
    '<key>".',
  CHALLENGE_NOT_FOUND:
    '404 No such challenge. Take its id from acsTxnId in the acsData of the payment.',
  PHONE_NOT_FOUND: '404 No such phone. GET /sandbox/blik/api/phones lists them.',
  PUSH_NOT_FOUND:
    '404 No such payment waits for a confirmation. GET /sandbox/blik/api/pushes lists those ' +
    'that do.',
  SAVED_SHOP_NOT_FOUND:
    '404 No such saved shop. GET /sandbox/blik/api/aliases lists the saved shops of all phones.',
  TRANSFER_NOT_FOUND: '404 No such transfer. List the transfers with GET /sandbox/bank/transfers.',
  NETWORK_TOKEN_NOT_FOUND: '404 No such network token. GET /sandbox/tokens/api/tokens lists them.',
  NETWORK_TOKEN_DELETED: '409 The network token is deleted, which is final. Issue a new one.',
  WALLET_NOT_SET_UP:
    '409 The simulated wallet knows no key to encrypt to. Register one with ' +
    '/sandbox/wallets/certificates (Apple Pay) or /sandbox/wallets/google/keys (Google Pay).',
  CHECKOUT_NOT_FOUND: '404 No such checkout. Start one with POST /sandbox/c2p/sessions.',
  CHECKOUT_STEP_NOT_POSSIBLE:
    '409 The checkout is at another step or has ended. Read its state, or start a new one.',
  CONSUMER_NOT_RECOGNISED:
    '404 No Click to Pay profile has this e-mail address. Use another one, such as ' +
    'anna@example.com.',
  ONE_TIME_CODE_WRONG:
    '400 The one-time code is wrong. Use the code of the checkout; three wrong codes end it.',
  RECIPIENT_KEY_MISSING:
    '409 Click to Pay has no key of the gateway. Register one with POST /sandbox/c2p/recipients.',
  CONFIRMATION_CONTRADICTS:
    '409 The confirmation contradicts its checkout or an earlier confirmation. Check its fields.',
  REQUEST_REUSED:
    '409 The requestId was already used for another card or merchant. Use a new one for each ' +
    'token.',
  ATTEMPT_REUSED:
    '409 The attemptId was already used for another operation. Use a new one for each operation.',
  PROVIDER_OUT_OF_ORDER:
    '503 The simulated provider is unavailable because of a fault or a test card.',
} as const;

// Refusals of reconciliations; part of the table in core/refusals.ts.

export const reconciliationRefusals = {
  RECONCILIATION_NOT_FOUND:
    '404 No such import of a settlement file. List them with GET /v1/admin/reconciliations.',
  RECONCILIATION_ITEM_NOT_FOUND:
    '404 No such item of a reconciliation. List them with GET /v1/admin/reconciliation-items.',
  LINES_OUT_OF_ORDER:
    '409 Lines before these have not been received. Read the import and continue after its lines.',
  SETTLEMENT_FILE_CLOSED:
    '409 The import is closed and receives no more lines. Start another one for another file.',
  SETTLEMENT_FILE_INCOMPLETE:
    '409 The end line of the file was not received. Send the remaining lines first.',
  SETTLEMENT_FILE_ALTERED:
    '409 The received lines do not have the fingerprint of the file. Start the import again.',
  RECONCILIATION_RUNNING:
    '409 Another file of this provider is being compared. Repeat the request when it is DONE.',
  ITEM_ALREADY_RESOLVED: '409 The item is resolved already. Read it to see by whom and why.',
  SETTLEMENT_FILE_INVALID:
    '422 The settlement file cannot be read. The details name the line and the problem.',
} as const;

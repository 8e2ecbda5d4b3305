// The docs page at /docs: the OpenAPI document as one HTML page that needs no network and no
// script.

/** A complete page for the given document. */
export function docsPage(document: Record<string, unknown>, environment: string): string {
  return `<!doctype html><title>Bramka ${environment}</title><pre>${JSON.stringify(document, null, 1)}</pre>`;
}

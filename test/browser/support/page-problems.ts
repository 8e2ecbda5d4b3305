// Records everything a page of ours must never cause: errors in the console, errors that nobody
// caught, violations of its policy, and requests to other origins.
import type { BrowserContext, ConsoleMessage, Request, WebError } from 'playwright-core';

export interface AllowedProblems {
  /** Origins that the page may send requests to, its own included. */
  readonly origins: readonly string[];
  /** Messages in the console that belong to the test, such as a status of 404. */
  readonly messages?: readonly RegExp[];
}

export interface PageProblems {
  /** One line for each problem since the last call. */
  take(): string[];
}

/** Reports violations to the console, where the recorder reads them with their directive. */
const reportViolations = `addEventListener('securitypolicyviolation', (event) => {
  console.error('CSP ' + event.effectiveDirective + ' ' + event.blockedURI);
});`;

/** Call it before the first page is opened. It also sees the frames and windows of the pages. */
export async function recordProblems(
  context: BrowserContext,
  { origins, messages = [] }: AllowedProblems,
): Promise<PageProblems> {
  let found: string[] = [];
  const add = (problem: string): void => {
    if (!messages.some((pattern) => pattern.test(problem))) found.push(problem);
  };
  const script = await context.addInitScript(reportViolations);
  const onRequest = (request: Request): void => {
    const { protocol, origin } = new URL(request.url());
    const isLocal = protocol === 'data:' || protocol === 'about:';
    if (!isLocal && !origins.includes(origin)) add(`request to ${origin}: ${request.url()}`);
  };
  const onMessage = (message: ConsoleMessage): void => {
    if (['error', 'warning', 'assert'].includes(message.type())) {
      add(`console ${message.type()}: ${message.text()} ${message.location().url}`.trim());
    }
  };
  const onError = (error: WebError): void => add(`uncaught: ${error.error().message}`);
  context.on('request', onRequest);
  context.on('console', onMessage);
  context.on('weberror', onError);
  const close = context.close.bind(context);
  // The listeners of a context that is used again are removed by its `close`.
  context.close = async (): Promise<void> => {
    context.close = close;
    await script.dispose();
    await close();
  };
  return {
    take() {
      const taken = found;
      found = [];
      return taken;
    },
  };
}

// Holds requests of a page back, so that a state that lasts for a moment can be looked at for as
// long as that takes. They are sent, or their answers are given to the page, when it is done.
import type { BrowserContext, Request, Route } from 'playwright-core';

export interface HeldRequests {
  /** Resolves when the first one has been sent. */
  readonly sent: Promise<void>;
  /** How many there were. */
  readonly count: () => number;
  /** Gives all answers to the page, and holds nothing any more. */
  readonly release: () => Promise<void>;
}

/** Requests reach the server at once; their answers wait. */
export async function holdAnswers(
  context: BrowserContext,
  isHeld: (request: Request) => boolean,
): Promise<HeldRequests> {
  const [sent, free] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let count = 0;
  const hold = async (route: Route): Promise<void> => {
    if (!isHeld(route.request())) return route.fallback();
    count += 1;
    sent.resolve();
    const response = await route.fetch();
    await free.promise;
    await route.fulfill({ response });
  };
  await context.route('**/*', hold);
  return {
    sent: sent.promise,
    count: () => count,
    async release() {
      free.resolve();
      await context.unroute('**/*', hold);
    },
  };
}

// The page inside a frame of the shop: tells the shop its height, whether a payment is in progress,
// its end, and that the customer wants to leave. client/browser/embed.js is the other side. Only
// pages of the registered origins are answered, and nothing is sent before they have asked.

/** What the page reports about itself. */
interface FramedPage {
  readonly paymentId: string;
  readonly status: string;
  /** The customer would lose something by closing the page. */
  readonly isInProgress: boolean;
  readonly hasEnded: boolean;
}

export interface ShopFrame {
  /** Answers pages of these origins, exactly as they are registered. */
  allow(origins: readonly string[]): void;
  /** Call it when something has changed. */
  update(page: FramedPage): void;
  /** Whether a shop listens; then the page does not navigate away on its own. */
  isConnected(): boolean;
}

interface Hello {
  readonly origin: string;
  /** Whether "Back to the shop" closes the page or leaves the page of the shop. */
  readonly returnTo: 'shop' | 'top';
}

/** Listens from the start: the shop sends the first message when the frame has loaded. */
export function listenToShop(self: Window): ShopFrame {
  if (self.parent === self) return alone;
  let greeted: Hello | undefined;
  let allowed: readonly string[] = [];
  let current: FramedPage | undefined;
  // Merchants of the sandbox may register every origin.
  const shop = (): Hello | undefined =>
    greeted && (allowed.includes(greeted.origin) || allowed.includes('*')) ? greeted : undefined;
  const send = (message: Readonly<Record<string, unknown>>): void => {
    const target = shop();
    // Never to '*': a page of another origin must not learn about the payment.
    if (target) self.parent.postMessage({ bramka: 1, ...message }, target.origin);
  };
  const report = (): void => {
    const height = Math.ceil(self.document.body.getBoundingClientRect().height);
    if (current && height > 0) {
      send({ type: 'state', height, inProgress: current.isInProgress });
    }
    if (!current?.hasEnded) return;
    send({ type: 'ended', paymentId: current.paymentId, status: current.status });
  };
  self.addEventListener('message', ({ source, origin, data }) => {
    if (source !== self.parent || !isHello(data)) return;
    greeted = { origin, returnTo: data.returnTo };
    report();
  });
  self.document.documentElement.dataset['framed'] = '';
  new ResizeObserver(report).observe(self.document.body);
  addExits(self.document, shop, send);
  return {
    allow(origins) {
      allowed = origins;
      report();
    },
    update(page) {
      current = page;
      report();
    },
    isConnected: () => shop() !== undefined,
  };
}

const alone: ShopFrame = {
  allow: () => undefined,
  update: () => undefined,
  isConnected: () => false,
};

function isHello(data: unknown): data is { readonly returnTo: 'shop' | 'top' } {
  if (typeof data !== 'object' || data === null) return false;
  const { bramka, type, returnTo, ...rest } = data as Record<string, unknown>;
  const isKnown = returnTo === 'shop' || returnTo === 'top';
  return bramka === 1 && type === 'hello' && isKnown && Object.keys(rest).length === 0;
}

/** The element that was clicked, or the one around it that matches; null: none. */
export function clicked({ target }: Event, selector: string): Element | null {
  return target instanceof Element ? target.closest(selector) : null;
}

/** Escape and the link back to the shop. */
function addExits(
  document: Document,
  shop: () => Hello | undefined,
  send: (message: Readonly<Record<string, unknown>>) => void,
): void {
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !event.defaultPrevented) send({ type: 'close', by: 'escape' });
  });
  document.addEventListener('click', (event) => {
    const link = clicked(event, 'a#return');
    const target = shop();
    if (!(link instanceof HTMLAnchorElement) || !target) return;
    if (target.returnTo === 'top') {
      link.target = '_top';
    } else {
      event.preventDefault();
      send({ type: 'close', by: 'return' });
    }
  });
}

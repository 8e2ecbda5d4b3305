// Types of embed.js.

export interface PaymentEnd {
  readonly paymentId: string;
  /** COMPLETED, REJECTED, CANCELLED …: a hint. Proof is what the gateway tells your server. */
  readonly status: string;
}

export interface PaymentClose {
  readonly paymentId: string;
  /** Whether `onEnd` was called before. */
  readonly ended: boolean;
}

interface CommonOptions {
  /** The `redirectURL` of a payment that was created with `options.iframe: true`. */
  readonly url: string;
  /** Called once, when the payment has ended; the page still shows the result. */
  readonly onEnd?: (end: PaymentEnd) => void;
  /** Called when the page was closed, by the customer or by `close()`. */
  readonly onClose?: (close: PaymentClose) => void;
  /** Called with the height of the content in pixels, which the frame already has. */
  readonly onResize?: (height: number) => void;
  /**
   * What "Back to the shop" on the page does. `shop` (the default): closes the page and calls
   * `onClose`. `top`: leaves your page for the `redirectURL` that your server gave to the payment.
   */
  readonly returnTo?: 'shop' | 'top';
  /** Language of the pop-over: en, pl, de or uk; by default that of your page. */
  readonly language?: string;
  /** How long the page may take to answer before your page is left for it; 10000. */
  readonly timeoutMs?: number;
}

export type OpenPaymentOptions =
  | (CommonOptions & { readonly mode: 'popover' })
  | (CommonOptions & {
      readonly mode: 'frame';
      /** The element that gets the frame. */
      readonly container: { append(...nodes: never[]): void };
    });

export interface OpenedPayment {
  /** Closes the page without asking. The payment itself is not cancelled. */
  close(): void;
}

/** Opens the payment page in a frame inside an element, or in a pop-over. */
export declare function openPayment(options: OpenPaymentOptions): OpenedPayment;

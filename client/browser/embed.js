// Opens the payment page of a Bramka gateway in a frame or a pop-over. What it reports is a hint:
// ask the gateway for the status. Options: embed.d.ts.

/** Frame title, button label, question before closing. */
const texts = {
  en: ['Payment', 'Close', 'Your payment is in progress. Close anyway?'],
  pl: ['Płatność', 'Zamknij', 'Płatność jest w toku. Zamknąć mimo to?'],
  de: ['Zahlung', 'Schließen', 'Ihre Zahlung läuft noch. Trotzdem schließen?'],
  uk: ['Оплата', 'Закрити', 'Платіж ще триває. Усе одно закрити?'],
};

const css = `.bramka{padding:0;border:0;border-radius:1em;width:30rem;max-width:100vw;
max-height:100dvh;outline:0;color-scheme:light dark}
.bramka::backdrop{background:#000a}
.bramka button{display:block;position:sticky;top:0;margin-left:auto;width:44px;height:44px;border:0;
border-radius:1em;background:Canvas;color:CanvasText;font:24px sans-serif}
.bramka button:focus-visible{outline:3px solid #3b82f6;outline-offset:-6px}
html:has(.bramka){overflow:hidden}
@media(max-width:30rem){.bramka{border-radius:0;height:100dvh}}`;
let sheet;

/** Fields of messages. */
const shapes = {
  __proto__: null,
  state: {
    height: (it) => Number.isInteger(it) && it > 0 && it <= 20_000,
    inProgress: (it) => typeof it === 'boolean',
  },
  ended: {
    paymentId: (it, paymentId) => it === paymentId,
    status: (it) => typeof it === 'string' && /^[A-Z]{1,20}$/.test(it),
  },
  close: { by: (it) => it === 'escape' || it === 'return' },
};

function isMessage(data, paymentId) {
  const { bramka, type, ...rest } = Object(data);
  const shape = Object.entries(shapes[type] ?? {});
  if (bramka !== 1 || !shape[0] || Object.keys(rest).length !== shape.length) return false;
  return shape.every(([name, fits]) => fits(rest[name], paymentId));
}

export function openPayment(options) {
  const { mode, container, onEnd, onClose, onResize, returnTo = 'shop' } = options;
  const { href, origin, protocol, pathname } = new URL(options.url, location.href);
  const isKnown = mode === 'frame' ? container : mode === 'popover';
  if (!isKnown || !/^https?:$/.test(protocol)) throw new TypeError('Wrong url, mode or container');
  const paymentId = pathname.split('/').at(-2);
  const language = options.language ?? document.documentElement.lang;
  const [title, label, question] = texts[language.slice(0, 2)] ?? texts.en;
  const frame = document.createElement('iframe');
  Object.assign(frame, { src: href, title, allow: 'payment', referrerPolicy: 'no-referrer' });
  frame.style.cssText = 'display:block;width:100%;height:560px;border:0';
  const limitMs = options.timeoutMs ?? 10_000;
  let timer = setTimeout(redirect, limitMs);
  let [isOpen, inProgress, ended] = [true, false, false];

  function remove() {
    isOpen = false;
    clearTimeout(timer);
    removeEventListener('message', receive);
    if (dialog) dialog.close();
    (dialog || frame).remove();
  }
  /** No framing, or no script. */
  function redirect() {
    remove();
    location.assign(href);
  }
  function leave(asks) {
    if (!isOpen || (asks && inProgress && !confirm(question))) return;
    remove();
    onClose?.({ paymentId, ended });
  }
  function receive({ origin: from, source, data }) {
    if (from !== origin || source !== frame.contentWindow || !isMessage(data, paymentId)) return;
    clearTimeout(timer);
    timer = 0;
    if (data.type === 'state') {
      ({ inProgress } = data);
      frame.style.height = `${data.height}px`;
      onResize?.(data.height);
    } else if (data.type === 'close') {
      if (dialog || data.by === 'return') leave(data.by === 'escape');
    } else if (!ended) {
      ended = true;
      onEnd?.({ paymentId, status: data.status });
    }
  }
  addEventListener('message', receive);
  frame.onload = () => {
    frame.contentWindow.postMessage({ bramka: 1, type: 'hello', returnTo }, origin);
    if (!timer) return;
    clearTimeout(timer);
    timer = setTimeout(redirect, Math.min(limitMs, 5_000));
  };
  if (mode === 'frame') container.append(frame);
  const dialog = mode === 'popover' && createDialog(frame, label, leave);
  return { close: () => leave(false) };
}

function createDialog(frame, label, leave) {
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }
  const dialog = document.createElement('dialog');
  const button = document.createElement('button');
  Object.assign(button, { textContent: '×', ariaLabel: label, onclick: () => leave(true) });
  Object.assign(dialog, { className: 'bramka', ariaLabel: frame.title, tabIndex: -1 });
  dialog.oncancel = (event) => {
    event.preventDefault();
    leave(true);
  };
  // Escape pressed twice closes it without asking.
  dialog.onclose = () => leave(false);
  dialog.append(button, frame);
  document.body.append(dialog);
  dialog.showModal();
  // Otherwise its button has the focus.
  dialog.focus();
  return dialog;
}

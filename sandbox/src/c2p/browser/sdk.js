// The script of the simulated Click to Pay system for pages of shops. It opens the checkout in a
// dialog and returns the checkout response:
//
//   const response = await ClickToPay.checkout({ amount: '12.50', currency: 'PLN' });
//
// The response is the value of instrument.payload; null means that the customer has cancelled.
(() => {
  'use strict';
  const address = new URL(document.currentScript.src);
  const base = address.href.slice(0, address.href.indexOf('/sdk.js'));
  const dpaId = address.searchParams.get('dpaId') ?? '';

  function checkout({ amount, currency }) {
    const dialog = document.createElement('dialog');
    const frame = document.createElement('iframe');
    const order = { dpaId, amount: String(amount), currency, origin: location.origin };
    frame.src = `${base}/pay?${new URLSearchParams(order)}`;
    frame.title = 'Click to Pay';
    const size = { width: 'min(30rem, 94vw)', height: 'min(44rem, 88vh)' };
    Object.assign(frame.style, { ...size, border: '0', display: 'block' });
    // Browsers limit the width of a dialog to less than that of the frame on a phone.
    const look = { padding: '0', border: '0', borderRadius: '0.75rem', overflow: 'hidden' };
    Object.assign(dialog.style, look, { maxWidth: 'none', maxHeight: 'none' });
    const button = closeButton();
    dialog.append(button, frame);
    document.body.append(dialog);
    dialog.showModal();
    return new Promise((resolve) => {
      const end = (response) => {
        removeEventListener('message', listen);
        dialog.remove();
        resolve(response);
      };
      const listen = ({ origin, source, data }) => {
        if (origin !== address.origin || source !== frame.contentWindow) return;
        if (data?.source === 'click-to-pay') end(data.checkoutResponse);
      };
      addEventListener('message', listen);
      button.addEventListener('click', () => end(null));
      // The customer has pressed Escape outside the frame.
      dialog.addEventListener('close', () => end(null));
    });
  }

  function closeButton() {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = '\u00d7';
    button.setAttribute('aria-label', 'Close');
    const place = { display: 'block', marginLeft: 'auto', width: '2.75rem', height: '2.75rem' };
    const look = { border: '0', background: 'none', color: 'inherit', cursor: 'pointer' };
    Object.assign(button.style, place, look, { font: '1.75rem/1 system-ui, sans-serif' });
    return button;
  }

  window.ClickToPay = { checkout };
})();

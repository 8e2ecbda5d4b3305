// The script of the shop's pages: collects browser data, takes the 3-D Secure steps and reloads the
// page when the order has changed. Without it every step is a form with a button.

const form = document.forms.pay;
form?.addEventListener('submit', () => {
  const { language, javaEnabled } = navigator;
  form.elements.browser.value = JSON.stringify({
    javaEnabled: javaEnabled ? navigator.javaEnabled() : false,
    language,
    colorDepth: String(screen.colorDepth),
    screenHeight: screen.height,
    screenWidth: screen.width,
    timezone: new Date().getTimezoneOffset(),
  });
});
// One click is enough; the shop's server ignores a second one.
form?.addEventListener('submit', () => (form.querySelector('button').disabled = true));

/** Once per step: a customer who comes back from the bank is not sent there again. */
function submitOnce(step) {
  const field = step?.querySelector('input');
  if (!field || sessionStorage.getItem(field.value)) return;
  sessionStorage.setItem(field.value, 'done');
  step.submit();
}
submitOnce(document.forms.fingerprint);
submitOnce(document.forms.challenge);

/** Asks the shop's own server, which polls the gateway. */
async function reloadWhenChanged({ order, step }) {
  for (let polls = 0; ; polls += 1) {
    await new Promise((resolve) => setTimeout(resolve, polls < 60 ? 1000 : 5000));
    try {
      const now = await (await fetch(`/orders/${order}/state`)).json();
      if (now.state !== 'PAYING' || now.step !== step) return location.reload();
    } catch {
      // The shop did not answer; ask again.
    }
  }
}

const waiting = document.querySelector('#waiting');
if (waiting) reloadWhenChanged(waiting.dataset);

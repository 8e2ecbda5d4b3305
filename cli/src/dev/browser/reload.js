// Loads the page again when the development server has changed since the page was sent.
const { version } = document.currentScript.dataset;

const timer = setInterval(async () => {
  const answer = await fetch('/dev/version').catch(() => undefined);
  if (!answer?.ok || (await answer.text()) === version) return;
  clearInterval(timer);
  location.reload();
}, 500);

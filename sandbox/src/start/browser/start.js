// The script of the start page and of the page that customers return to. Everything works without
// it; it copies values, searches while the reader types, and keeps the page up to date.

const POLL_MS = 2_000;

for (const button of document.querySelectorAll('[data-copy]')) showCopyButton(button);
document.addEventListener('click', (event) => {
  const button = event.target.closest('[data-copy]');
  if (button) void copy(button);
});
setUpSearch();
if (document.body.dataset.live) void follow(document.body.dataset.live);

/** Browsers can copy on secure pages only. */
function showCopyButton(button) {
  button.hidden = navigator.clipboard === undefined;
}

async function copy(button) {
  await navigator.clipboard.writeText(button.dataset.copy);
  const [text] = button.childNodes;
  const before = text.textContent;
  text.textContent = 'Copied';
  await sleep(1_500);
  text.textContent = before;
}

/** Hides the rows that do not contain all words; groups without rows disappear. */
function setUpSearch() {
  const field = document.getElementById('find');
  if (!field) return;
  const groups = [...document.querySelectorAll('details.group')];
  const status = document.getElementById('found');
  field.addEventListener('input', () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const group of groups) {
      const rows = [...group.querySelectorAll('[data-find]')];
      for (const row of rows) row.hidden = !words.every((one) => row.dataset.find.includes(one));
      const shown = rows.filter((row) => !row.hidden).length;
      group.hidden = shown === 0;
      group.open = words.length > 0;
      count += shown;
    }
    status.textContent = count === 1 ? '1 test value' : `${count} test values`;
  });
}

async function follow(address) {
  for (;;) {
    await sleep(POLL_MS);
    if (document.hidden) continue;
    const fresh = await load(address);
    if (fresh) for (const part of document.querySelectorAll('[data-part]')) update(part, fresh);
  }
}

/** A request for a document parses the page without running anything in it. */
function load(address) {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', address);
    request.responseType = 'document';
    request.addEventListener('loadend', () => resolve(request.response));
    request.send();
  });
}

/** Leaves alone what has not changed, and what the reader is using. */
function update(part, fresh) {
  const next = fresh.getElementById(part.id);
  if (!next || isSame(part, next) || part.contains(document.activeElement)) return;
  part.replaceChildren(...[...next.childNodes].map((node) => document.importNode(node, true)));
  for (const button of part.querySelectorAll('[data-copy]')) showCopyButton(button);
}

function isSame(part, next) {
  return textOf(part) === textOf(next);
}

/** The links belong to it, because they change without the text. */
function textOf(part) {
  const links = [...part.querySelectorAll('a, button')].map((one) => one.href ?? one.value ?? '');
  return `${part.textContent.replace(/\s+/g, ' ')} ${links.join(' ')}`;
}

function sleep(ms) {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

// The search of the documentation. Everything can be read without it; it loads the index of all
// pages when the reader begins to search, or comes by a link from before the pages were split.

const MOST_RESULTS = 20;
const COMMON =
  'a an and are be can do does for from how i in is it my of on or the to what when where with';
const STOP_WORDS = new Set(COMMON.split(' '));

/** The best sections for a text: those with all words, otherwise those with most. */
export function find(index, text) {
  const typed = text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
  const telling = typed.filter((word) => !STOP_WORDS.has(word));
  const words = (telling.length === 0 ? typed : telling).map(matcher);
  const rated = index.flatMap(([path, title, section, summary, sections]) =>
    sections.map(([id, heading, content], position) => {
      const name = heading || title;
      const where = `${section}. ${heading ? title : summary}`;
      const scores = words.map(
        (match) => 10 * match(`${name} ${id}`) + 4 * match(where) + match(content),
      );
      return {
        href: position === 0 ? path : `${path}#${id}`,
        name,
        where,
        matched: scores.filter((score) => score > 0).length,
        score: scores.reduce((sum, score) => sum + score, 0) * weightOf(path),
      };
    }),
  );
  const most = Math.max(0, ...rated.map(({ matched }) => matched));
  return rated
    .filter(({ matched }) => most > 0 && matched === most)
    .sort((one, other) => other.score - one.score)
    .slice(0, MOST_RESULTS);
}

const ENDING = '(?:e|es|ed|ing|s)';
const LETTER = '[\\p{L}\\p{N}_]';

/**
 * How well a text matches the word: 3 if it has the word, 2 if a word begins with it, or 0. Endings
 * make no difference: `refunds` matches `refunded`.
 */
function matcher(word) {
  const stem = word.length > 4 ? word.replace(new RegExp(`${ENDING}$`), '') : word;
  const begin = new RegExp(`(?<!${LETTER})${stem}`, 'iu');
  const fullWord = new RegExp(`(?<!${LETTER})${stem}${ENDING}?(?!${LETTER})`, 'iu');
  return (text) => (fullWord.test(text) ? 3 : begin.test(text) ? 2 : 0);
}

/** Guides explain; calls of the operator and of simulated providers are looked for less often. */
function weightOf(path) {
  if (path.startsWith('/docs/guides/')) return 2;
  return /admin|sandbox/i.test(path) ? 0.5 : 1;
}

/** Where a section of the one page that /docs was before is now; undefined: nowhere. */
export function addressOf(index, id) {
  const pages = index.filter(([path]) => !path.startsWith('/docs/guides/'));
  const page = pages.find(([, , , , sections]) => sections.some(([one]) => one === id));
  return page && `${page[0]}#${id}`;
}

let loading;

/** Loaded once; after a failure the next letter tries again. */
function loadIndex() {
  loading ??= fetch('/docs/search.json').then((reply) => {
    if (!reply.ok) throw new Error(`status ${reply.status}`);
    return reply.json();
  });
  loading.catch(() => (loading = undefined));
  return loading;
}

function setUp() {
  const field = document.getElementById('search-field');
  const status = document.getElementById('search-status');
  const results = document.getElementById('search-results');
  field.parentElement.hidden = false;

  async function search() {
    const text = field.value.trim();
    if (text === '') return show([], '');
    try {
      const found = find(await loadIndex(), text);
      // The reader may have typed on while the index was loaded.
      if (text === field.value.trim()) show(found, countOf(found));
    } catch {
      show([], 'The search could not be loaded. Type again to retry.');
    }
  }

  function show(found, words) {
    status.textContent = words;
    results.replaceChildren(...found.map(resultOf));
  }

  field.addEventListener('input', () => void search());
  document.addEventListener('keydown', (event) => {
    const links = [...results.querySelectorAll('a')];
    const stops = [field, ...links];
    const at = stops.indexOf(document.activeElement);
    if (event.key === '/' && at !== 0 && !event.ctrlKey && !event.metaKey) field.focus();
    else if (at === -1) return;
    else if (event.key === 'ArrowDown') stops[at + 1]?.focus();
    else if (event.key === 'ArrowUp') stops[at - 1]?.focus();
    else if (event.key === 'Enter' && at === 0) links[0]?.click();
    else if (event.key === 'Escape') {
      field.value = '';
      field.focus();
      show([], '');
    } else return;
    event.preventDefault();
  });
}

function countOf(found) {
  if (found.length === 0) return 'Nothing found.';
  if (found.length === MOST_RESULTS) return `The first ${MOST_RESULTS} results:`;
  return found.length === 1 ? '1 result:' : `${found.length} results:`;
}

function resultOf({ href, name, where }) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  const detail = document.createElement('span');
  link.href = href;
  link.append(name, detail);
  detail.textContent = where;
  item.append(link);
  return item;
}

async function followOldLink() {
  const id = location.hash.slice(1);
  if (location.pathname !== '/docs' || id === '' || document.getElementById(id)) return;
  const address = addressOf(await loadIndex(), id);
  if (address) location.replace(address);
}

/** Beside the text the contents are open. They are long, so they begin where the page is. */
function showPlace() {
  const contents = document.querySelector('.contents');
  contents.open = matchMedia('(min-width: 62rem)').matches;
  const current = contents.querySelector('[aria-current]');
  contents.scrollTop = current.offsetTop - contents.clientHeight / 2;
}

if (typeof document === 'object') {
  setUp();
  showPlace();
  // Without the index the reader stays on the start page, which lists everything.
  followOldLink().catch(() => {});
}

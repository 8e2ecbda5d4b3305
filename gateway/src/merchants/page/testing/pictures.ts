// Real pictures of six by four pixels for tests, written by a browser, as data URLs.

const dataUrl = (mediaType: string, ...base64: string[]): string =>
  `data:${mediaType};base64,${base64.join('')}`;

export const pictures = {
  png: dataUrl(
    'image/png',
    'iVBORw0KGgoAAAANSUhEUgAAAAYAAAAECAYAAACtBE5DAAAAI0lEQVR4AZTJMQ0AAAwCwYa14uqk/jcw',
    'AAOf/HTYP7oxoR4EAAD//+vwcqMAAAAGSURBVAMAn2kKs7zAYI8AAAAASUVORK5CYII=',
  ),
  jpeg: dataUrl(
    'image/jpeg',
    '/9j/2wBDAFA3PEY8MlBGQUZaVVBfeMiCeG5uePWvuZHI////////////////////////////////////',
    '////////////////2wBDAVVaWnhpeOuCguv/////////////////////////////////////////////',
    '////////////////////////////wAARCAAEAAYDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAA',
    'AAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFQEBAQAAAAAAAAAAAAAAAAAAAAP/xAAUEQEAAAAAAAAA',
    'AAAAAAAAAAAA/9oADAMBAAIRAxEAPwCQAm//2Q==',
  ),
  lossyWebp: dataUrl(
    'image/webp',
    'UklGRiwAAABXRUJQVlA4ICAAAAAwAQCdASoGAAQABABoJaAAA3AA/us2P/6Fesvvpi4AAA==',
  ),
  losslessWebp: dataUrl('image/webp', 'UklGRh4AAABXRUJQVlA4TBEAAAAvBcAAAAdQty70qf+BiOh/AAA='),
  transparentWebp: dataUrl(
    'image/webp',
    'UklGRlAAAABXRUJQVlA4WAoAAAAQAAAABQAAAwAAQUxQSAoAAAABB1DAiAhERP8DVlA4ICAAAAAwAQCd',
    'ASoGAAQABABoJaAAA3AA/us2P/6Fesvvpi4AAA==',
  ),
} as const;

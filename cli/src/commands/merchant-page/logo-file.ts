// `page.logo=@logo.png`: the settings of a merchant with a logo from a file, as the data URL that
// the operator API takes.

import { readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { Failure } from '../../failure.ts';
import { readChange, type Change, type Settings } from '../../settings.ts';

const mediaTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.jpeg': 'image/jpeg',
  '.webp': 'image/webp',
};

export function readChangeWithLogo(pairs: readonly string[]): Change {
  const change = readChange(pairs);
  const page = change.settings['page'] as Settings | undefined;
  const logo = page?.['logo'];
  if (typeof logo !== 'string' || !logo.startsWith('@')) return change;
  const settings = { ...change.settings, page: { ...page, logo: dataUrlOf(logo.slice(1)) } };
  return { ...change, settings };
}

function dataUrlOf(file: string): string {
  const mediaType = mediaTypes[extname(file).toLowerCase()];
  if (mediaType === undefined) {
    throw new Failure(`the logo ${file} must be a .png, .jpg or .webp file`);
  }
  try {
    return `data:${mediaType};base64,${readFileSync(file).toString('base64')}`;
  } catch {
    throw new Failure(`the logo ${file} cannot be read`);
  }
}

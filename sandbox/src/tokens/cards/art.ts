// The picture of a card with a network token, and the id under which it is known.

import { createHash } from 'node:crypto';
import { ART_HEIGHT, ART_WIDTH, drawCardArt } from '../../wire/card-art.ts';
import { schemeOrganizations, type Scheme } from '../rows.ts';

export { ART_HEIGHT, ART_WIDTH };

const VISUAL_ID_LENGTH = 32;

/** An SVG without scripts, links or styles. */
export function drawCard(scheme: Scheme, seed: string): string {
  return drawCardArt(schemeOrganizations[scheme], seed);
}

/** Changes with the picture. */
export function visualIdOf(scheme: Scheme, seed: string): string {
  const digest = createHash('sha256').update(drawCard(scheme, seed)).digest('hex');
  return digest.slice(0, VISUAL_ID_LENGTH);
}

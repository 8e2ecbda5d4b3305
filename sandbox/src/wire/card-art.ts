// Draws the picture of a card (card art): landscape, square corners, the organization, no number
// and no name. The same seed always gives the same picture.

import { createHash } from 'node:crypto';
import type { Organization } from './organization.ts';

export const ART_WIDTH = 1536;
export const ART_HEIGHT = 969;

const VISA =
  '<text x="1416" y="865" text-anchor="end" font-family="sans-serif" font-size="150" ' +
  'font-style="italic" font-weight="bold" fill="#fff">VISA</text>';

const circles = (left: string, right: string, name: string): string =>
  `<circle cx="1206" cy="800" r="100" fill="${left}"/>` +
  `<circle cx="1336" cy="800" r="100" fill="${right}" fill-opacity="0.85"/>` +
  '<text x="1271" y="940" text-anchor="middle" font-family="sans-serif" font-size="44" ' +
  `fill="#fff">${name}</text>`;

const lettering = (text: string): string =>
  '<text x="1416" y="865" text-anchor="end" font-family="sans-serif" font-size="104" ' +
  `font-weight="bold" fill="#fff">${text}</text>`;

const brands: Readonly<Record<Organization, { readonly name: string; readonly mark: string }>> = {
  VISA: { name: 'Visa', mark: VISA },
  MASTERCARD: { name: 'Mastercard', mark: circles('#eb001b', '#f79e1b', 'mastercard') },
  MAESTRO: { name: 'Maestro', mark: circles('#0099df', '#ed0006', 'maestro') },
  AMEX: { name: 'American Express', mark: lettering('AMEX') },
  DISCOVER: { name: 'Discover', mark: lettering('DISCOVER') },
  JCB: { name: 'JCB', mark: lettering('JCB') },
  UNIONPAY: { name: 'UnionPay', mark: lettering('UnionPay') },
  DINERS: { name: 'Diners Club', mark: lettering('Diners Club') },
};

const CHIP =
  '<rect x="140" y="350" width="190" height="150" rx="24" fill="#d9c27a"/>' +
  '<path d="M140 400h60v50h-60M330 400h-60v50h60M235 350v50M235 450v50" fill="none" ' +
  'stroke="#8f7a33" stroke-width="6"/>';

const WAVES =
  '<path d="M400 380q40 45 0 90M435 360q60 65 0 130M470 340q80 85 0 170" fill="none" ' +
  'stroke="#fff" stroke-opacity="0.8" stroke-width="12" stroke-linecap="round"/>';

/** An SVG without scripts, links or styles. */
export function drawCardArt(organization: Organization, seed: string): string {
  const bytes = createHash('sha256').update(seed).digest();
  const hue = bytes.readUInt16BE(0) % 360;
  const slope = 200 + (bytes.readUInt16BE(2) % 500);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${ART_WIDTH}" height="${ART_HEIGHT}" `,
    `viewBox="0 0 ${ART_WIDTH} ${ART_HEIGHT}" role="img">`,
    `<title>${brands[organization].name}</title>`,
    '<defs><linearGradient id="b" x1="0" y1="0" x2="1" y2="1">',
    `<stop offset="0" stop-color="hsl(${hue},60%,24%)"/>`,
    `<stop offset="1" stop-color="hsl(${(hue + 40) % 360},65%,42%)"/>`,
    '</linearGradient></defs>',
    `<rect width="${ART_WIDTH}" height="${ART_HEIGHT}" fill="url(#b)"/>`,
    `<path d="M0 ${ART_HEIGHT}L${ART_WIDTH} ${slope}V${ART_HEIGHT}Z" fill="#fff" `,
    'fill-opacity="0.12"/>',
    '<text x="140" y="190" font-family="sans-serif" font-size="72" fill="#fff">',
    'Bramka Test Bank</text>',
    CHIP,
    WAVES,
    brands[organization].mark,
    '</svg>',
  ].join('');
}

/** The picture for an image of a page. */
export function artUrl(organization: Organization, seed: string): string {
  const svg = Buffer.from(drawCardArt(organization, seed));
  return `data:image/svg+xml;base64,${svg.toString('base64')}`;
}

export function organizationName(organization: Organization): string {
  return brands[organization].name;
}

// The logo of a simulated bank: the first letters of its name.

import { html } from '@bramka/gateway/http/pages/html.ts';

export function iconOf(name: string): string {
  const letters = name.split(' ').map((word) => word.charAt(0).toUpperCase());
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 40" role="img">
    <title>${name}</title>
    <rect width="64" height="40" rx="6" fill="#1d4f91" />
    <text
      x="32"
      y="27"
      text-anchor="middle"
      font-family="sans-serif"
      font-size="18"
      font-weight="700"
      fill="#fff"
    >
      ${letters.slice(0, 2).join('')}
    </text>
  </svg>`.text;
}

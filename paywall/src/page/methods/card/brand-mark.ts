// The marks of card brands, in the shapes and colours by which customers know them.

import type { VNode } from '../../element.ts';
import { mark, type Shape } from '../../views/mark.ts';
import type { Brand } from './brand.ts';

interface BrandLook {
  readonly shapes: readonly Shape[];
  readonly ground?: string;
  readonly edge?: string;
}

const VISA = '#1434cb';
const ORANGE = '#f47216';
const INK = '#231f20';

/** Two discs, and the lens where they overlap. */
function discs(left: string, right: string, overlap: string): BrandLook {
  return {
    shapes: [
      ['M9 12a6.2 6.2 0 1 1 12.4 0A6.2 6.2 0 0 1 9 12z', left],
      ['M16.6 12A6.2 6.2 0 1 1 29 12a6.2 6.2 0 0 1-12.4 0z', right],
      ['M19 7.1a6.2 6.2 0 0 1 0 9.8 6.2 6.2 0 0 1 0-9.8z', overlap],
    ],
  };
}

const looks: Readonly<Record<Brand, BrandLook>> = {
  VISA: {
    shapes: [
      [
        'M4.4 7.8h3.5c.5 0 .9.3 1 .8l.9 4.5 2.3-5.3h2.4l-3.6 8.4H8.6L6.8 9.6c-.5-.6' +
          '-1.3-1-2.5-1.3z' +
          'M15.4 7.8h2.2l-1.4 8.4H14z' +
          'M29.2 7.8c-.5 0-.8.2-1 .7l-3.4 7.7h2.4l.4-1.3h2.9l.3 1.3h2.1l-1.8-8.4zm.7 2.3.6 3.1h-2z',
        VISA,
      ],
      [
        'M23.4 9.1c-.6-.3-1.3-.5-2.1-.5-1.3 0-2.1.6-2.1 1.5 0 1.9 3.8 1.6 3.8 3.7 0 1.1-1 1.6-2.5' +
          ' 1.6-1 0-1.8-.2-2.5-.6',
        VISA,
        1.8,
      ],
    ],
  },
  MASTERCARD: discs('#eb001b', '#f79e1b', '#ff5f00'),
  MAESTRO: discs('#eb001b', '#00a2e5', '#7375cf'),
  AMEX: {
    ground: '#016fd0',
    edge: '#016fd0',
    shapes: [
      [
        'M3.2 16.4 6.4 7.6h2.5l3.2 8.8H9.7l-.5-1.5H6l-.5 1.5zm4.4-6.3-.9 2.9h1.9z' +
          'M12.9 16.4V7.6h2.9l1.6 4.6L19 7.6h2.9v8.8h-2.1v-5.6l-1.7 4.6h-1.4L15 10.8v5.6z' +
          'M23 16.4V7.6h5.2v1.9h-3v1.6h2.9V13h-2.9v1.5h3v1.9z' +
          'M28.2 16.4l2.3-4.5-2.1-4.3h2.5l1 2.6 1-2.6h2.3l-2.1 4.3 2.3 4.5h-2.6l-1.1-2.7-1.1 2.7z',
        '#fff',
      ],
    ],
  },
  DINERS: {
    shapes: [
      ['M11.6 12a7.4 7.4 0 1 1 14.8 0 7.4 7.4 0 0 1-14.8 0z', '#0079be'],
      ['M17 6.9a5.4 5.4 0 0 0 0 10.2zM21 6.9a5.4 5.4 0 0 1 0 10.2z', '#fff'],
    ],
  },
  DISCOVER: {
    shapes: [
      ['M37 14.8c-5 3.7-11.3 6.6-18.6 8.2h15.1a3.5 3.5 0 0 0 3.5-3.5z', ORANGE],
      ['M19.2 10.5a2.4 2.4 0 1 1 4.8 0 2.4 2.4 0 0 1-4.8 0z', ORANGE],
      [
        'M4.1 8.4v4.2h.9c1.4 0 2.2-.8 2.2-2.1S6.4 8.4 5 8.4zM9 8v5M13.3 9c-.4-.4-.8' +
          '-.6-1.3-.6-.6 0' +
          '-1 .3-1 .9 0 1.3 2.4.9 2.4 2.3 0 .6-.5 1.1-1.3 1.1-.6 0-1-.2-1.4-.6M18.3 9' +
          'a2.1 2.1 0 1 0 0 3' +
          'M24.8 8l1.7 4.6L28.2 8M32 8.5h-2.2v4.1H32M29.8 10.5h2M33.4 13V8.5h.9c.9 0' +
          ' 1.3.4 1.3 1.2' +
          's-.4 1.2-1.3 1.2h-.9M34.4 10.9l1.4 2.1',
        INK,
        1.1,
      ],
    ],
  },
  JCB: {
    shapes: [
      ['M5.5 8.2a4 4 0 0 1 4-4h4v11.6a4 4 0 0 1-4 4h-4z', '#0e4c96'],
      ['M15 8.2a4 4 0 0 1 4-4h4v11.6a4 4 0 0 1-4 4h-4z', '#b8172b'],
      ['M24.5 8.2a4 4 0 0 1 4-4h4v11.6a4 4 0 0 1-4 4h-4z', '#00833e'],
      [
        'M11.2 9.4v3.8c0 1-.7 1.6-1.8 1.6-.6 0-1.2-.1-1.8-.4' +
          'M21.4 9.9c-.6-.3-1.2-.4-1.8-.4-1.6 0-2.6 1-2.6 2.5s1 2.6 2.6 2.6c.6 0 1.2-.2 1.8-.4' +
          'M26.6 12h2.3c.8 0 1.3-.4 1.3-1.2s-.5-1.2-1.3-1.2h-2.3v4.9h2.5c.9 0 1.4-.5' +
          ' 1.4-1.3S30 12 29.1 12',
        '#fff',
        1.3,
      ],
    ],
  },
};

export function brandMark(brand: string): VNode | null {
  const look = looks[brand as Brand];
  return look === undefined ? null : mark(look.shapes, look.ground, look.edge);
}

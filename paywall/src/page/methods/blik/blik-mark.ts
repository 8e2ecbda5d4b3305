// The mark of BLIK.

import type { VNode } from '../../element.ts';
import { mark, type Shape } from '../../views/mark.ts';

const shapes: readonly Shape[] = [
  ['M12.4 6.8a1.8 1.8 0 1 1 3.6 0 1.8 1.8 0 0 1-3.6 0z', '#f0466e'],
  [
    'M9 5v8.9a3.1 3.1 0 1 0 3.1-3.1A3.1 3.1 0 0 0 9 13.9' +
      'M18.9 5v13M22.9 10v8M26.9 5v13M31 10.2l-3.4 3.6 3.6 4.2',
    '#fff',
    2.1,
  ],
];

export const blikMark = (): VNode => mark(shapes, '#000', '#767676');

// The sandbox clock on the start page: its time, and buttons that move, freeze or resume it.

import { html, type Html } from '@bramka/gateway/http/pages/html.ts';
import { actButton } from '../../pages/form-parts.ts';
import type { ClockView } from '../../control/clock-change.ts';

/** The buttons of the clock, and what each sends to POST /sandbox/clock. */
export const clockActions = {
  hour: { text: 'Advance 1 hour', meaning: 'An hour later.', body: { advance: 3_600 } },
  day: { text: 'Advance 1 day', meaning: 'A day later.', body: { advance: 86_400 } },
  month: { text: 'Advance 31 days', meaning: 'A month later.', body: { advance: 2_678_400 } },
  freeze: { text: 'Freeze', meaning: 'Stop the clock.', body: { freeze: true } },
  resume: { text: 'Resume', meaning: 'Let it run.', body: { freeze: false } },
} as const;
export type ClockAction = keyof typeof clockActions;

export function clockState({ now, frozen, offsetSeconds }: ClockView): Html {
  const text = now.replace('T', ' ').replace(/\.\d+Z$/, ' UTC');
  const side = offsetSeconds > 0 ? 'ahead of' : 'behind';
  const distance =
    offsetSeconds === 0 ? 'at real time' : `${durationText(offsetSeconds)} ${side} real time`;
  return html`<p class="clock"><time datetime="${now}">${text}</time></p>
    <p class="muted">The clock ${frozen ? 'is frozen' : 'runs'}, ${distance}.</p>`;
}

export function clockButtons(path: string, { frozen }: ClockView): Html {
  const names: ClockAction[] = ['hour', 'day', 'month', frozen ? 'resume' : 'freeze'];
  return html`<form class="buttons" method="post" action="${path}/sandbox/start/clock">
    ${names.map((name) => actButton('', name, clockActions[name].text))}
  </form>`;
}

/** Such as 31 days and 2 hours. */
function durationText(seconds: number): string {
  const units: [unit: string, length: number][] = [
    ['day', 86_400],
    ['hour', 3_600],
    ['minute', 60],
    ['second', 1],
  ];
  let rest = Math.abs(seconds);
  const parts = units.flatMap(([unit, length]) => {
    const count = Math.floor(rest / length);
    rest -= count * length;
    return count === 0 ? [] : [`${count} ${unit}${count === 1 ? '' : 's'}`];
  });
  return parts.slice(0, 2).join(' and ');
}

// What the issuer wants to know of the browser (3-D Secure).

import type { PageState } from '../page/state.ts';

/** Full screen on phones, otherwise 500 × 600. */
const challengeWindow = (): string => (window.innerWidth < 500 ? '02' : '03');

export function deviceData({ seen }: PageState): object {
  return {
    ip: seen.ip,
    browserData: {
      javascriptEnabled: true,
      javaEnabled: false,
      language: navigator.language.slice(0, 8),
      colorDepth: String(screen.colorDepth),
      screenHeight: screen.height,
      screenWidth: screen.width,
      timezone: new Date().getTimezoneOffset(),
      userAgent: navigator.userAgent,
      acceptHeader: seen.accept,
      challengeWindowSize: challengeWindow(),
    },
  };
}

// All pages of docs/reference with that of the commands. It is not in pages.ts, because it imports
// the whole command line, and most tests import pages.ts.

import { commandsPage } from './commands.ts';
import { referencePages } from './pages.ts';

export function allPages(): ReadonlyMap<string, string> {
  return new Map([...referencePages(), ['commands.md', commandsPage()]]);
}

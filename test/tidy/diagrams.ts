// The diagrams of ARCHITECTURE.md in the language of Mermaid: the one of the modules is written by
// `npm run docs` from the import rule, the one of a payment is compared with the imports.
import { packageRules, type PackageRule, type Steps } from './imports/steps.ts';

const begin = '<!-- Written by `npm run docs` from the import rule. -->';
const MODULES_IN_LINE = 4;
const NODES_IN_LINE = 3;

/** From the top to the bottom: a module imports what is below it. */
export function moduleDiagram(rules: Readonly<Record<string, PackageRule>> = packageRules): string {
  const all = Object.entries(rules);
  // Those that may import themselves by name may import the others as well.
  const tools = all.filter(([name, { mayImport }]) => name in mayImport);
  const products = all.filter(([name, { mayImport }]) => !(name in mayImport));
  const isProduct = (name: string): boolean => products.some(([other]) => other === name);
  const used = new Set(tools.flatMap(([, { mayImport }]) => Object.keys(mayImport)));
  const lines = [
    'flowchart TD',
    `  tools["${tools.map(([name]) => name).join(', ')}"]`,
    ...products.flatMap(([name, { order }]) => packageLines(name, order?.steps ?? [])),
    ...products.flatMap(([name, { mayImport }]) =>
      Object.entries(mayImport).map(([to, modules]) => `  ${name} -->${labelOf(modules)} ${to}`),
    ),
    `  tools --> ${[...used].filter(isProduct).join(' & ')}`,
  ];
  return `${begin}\n\n\`\`\`mermaid\n${lines.join('\n')}\n\`\`\``;
}

function packageLines(name: string, steps: Steps): string[] {
  if (steps.length === 0) return [`  ${name}`];
  const id = (index: number): string => `${name}${index + 1}`;
  const nodes = steps.map((modules, index) => `${id(index)}["${wrapped(modules)}"]`).toReversed();
  const rows = inRows(nodes, NODES_IN_LINE).map((row, index) => {
    const upper = index === 0 ? [] : [id(steps.length - index * NODES_IN_LINE)];
    return `    ${[...upper, ...row].join(' --> ')}`;
  });
  return [`  subgraph ${name}`, ...rows, '  end'];
}

function wrapped(modules: readonly string[]): string {
  return inRows(modules, MODULES_IN_LINE)
    .map((row) => row.join(', '))
    .join('<br>');
}

function inRows<T>(all: readonly T[], length: number): T[][] {
  return all.flatMap((_, index) =>
    index % length === 0 ? [all.slice(index, index + length)] : [],
  );
}

/** Files of a module are not named. */
function labelOf(modules: PackageRule['mayImport'][string]): string {
  if (modules === 'all') return '';
  const names = modules.filter((name) => typeof name === 'string' && !name.includes('/'));
  return `|"${names.join(', ')}"|`;
}

export function withModuleDiagram(page: string): string {
  const [before, rest] = page.split(begin);
  const [, ...after] = (rest ?? '').split(/^```$/m);
  if (before === undefined || after.length === 0) throw new Error('the diagram has no place');
  return `${before}${moduleDiagram()}${after.join('```')}`;
}

export interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/** Of the first sequence diagram of a page: those outside the gateway, and what is sent. */
export function sequenceIn(page: string): { readonly actors: string[]; readonly arrows: Arrow[] } {
  const [, text = ''] = /^```mermaid\nsequenceDiagram\n([^]*?)^```$/m.exec(page) ?? [];
  const arrows = [...text.matchAll(/^ *([\w-]+?)--?>>([\w-]+): (.+)$/gm)];
  return {
    actors: [...text.matchAll(/^ *actor (\S+)$/gm)].map(([, name = '']) => name),
    arrows: arrows.map(([, from = '', to = '', sent = '']) => ({ from, to, text: sent })),
  };
}

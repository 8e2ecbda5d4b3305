// Checks how decisions are changed: a step takes a decision and returns the next one, and its
// caller uses what it returned. What only adds rows takes the draft.
import ts from 'typescript';
import { everyNode, lineOf } from './source.ts';
import type { Finding, Source } from './source.ts';

/** Functions that get a decision, write to its draft and return nothing. */
export function secretChanges(source: Source): Finding[] {
  const findings: Finding[] = [];
  everyNode(source, (node) => {
    if (!ts.isFunctionLike(node) || !node.parameters.some(isDecision)) return;
    const writes = 'body' in node && /\bdraft\b/.test(node.body?.getText() ?? '');
    const destructured = node.parameters.some((one) => /\bdraft\b/.test(one.name.getText()));
    if (node.type?.kind !== ts.SyntaxKind.VoidKeyword || !(writes || destructured)) return;
    findings.push({
      path: source.path,
      line: lineOf(source, node.getStart()),
      problem: 'changes a decision and returns nothing',
      instead: 'return the decision, or take its draft',
    });
  });
  return findings;
}

function isDecision({ type }: ts.ParameterDeclaration): boolean {
  return type?.getText() === 'Decision';
}

/** The names of the exported functions that return a decision. */
export function stepNames(source: Source): string[] {
  const names: string[] = [];
  everyNode(source, (node) => {
    const isStep = ts.isFunctionDeclaration(node) && node.type?.getText() === 'Decision';
    const isExported = /^export /.test(node.getText());
    if (isStep && isExported && node.name) names.push(node.name.text);
  });
  return names;
}

/** Calls of steps whose result is not used. */
export function unusedDecisions(source: Source, steps: ReadonlySet<string>): Finding[] {
  const findings: Finding[] = [];
  everyNode(source, (node) => {
    if (!ts.isExpressionStatement(node) || !ts.isCallExpression(node.expression)) return;
    const name = node.expression.expression.getText();
    if (!steps.has(name)) return;
    findings.push({
      path: source.path,
      line: lineOf(source, node.getStart()),
      problem: `ignores the decision that ${name} returns`,
      instead: 'use it, and not the earlier one',
    });
  });
  return findings;
}

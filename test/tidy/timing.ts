// Finds tests that depend on the speed of the machine: upper limits on durations, short limits of
// waits, and fixed pauses. It reads the syntax tree of tests and of their support files.
import ts from 'typescript';
import { shortestLimitMs, timingBans, timingExceptions, type TimingBan } from './rules.ts';
import { everyNode, lineOf } from './source.ts';
import type { Finding, Source } from './source.ts';

/** Long runs and benchmarks measure; the runner and the checkers are about limits and text. */
const elsewhere = /^(bench|test\/(prove|failover|cells|runner|tidy))\//;

export function timingFindings(source: Source): Finding[] {
  const isChecked = source.isTest || source.path.startsWith('test/');
  if (!isChecked || elsewhere.test(source.path)) return [];
  const file = new FileFacts(source);
  const [allowed] = timingExceptions[source.path] ?? [];
  const findings: Finding[] = [];
  everyNode(source, (node) => {
    const ban = file.banAt(node);
    if (!ban || ban === allowed) return;
    const [what, instead] = timingBans[ban];
    const line = lineOf(source, node.getStart());
    findings.push({ path: source.path, line, problem: `has ${what}`, instead });
  });
  return findings;
}

const constantText = /^[\dA-Z_ ()*]+$/;
const clockRead = /^(Date|performance)\.now$|\.monotonicMs$/;
const waits = new Set(['until', 'within', 'setDefaultTimeout', 'AbortSignal.timeout']);

class FileFacts {
  /** Constants of the file with a number as their value. */
  readonly #numbers = new Map<string, number>();
  /** Constants that are a difference of times. */
  readonly #durations = new Set<string>();
  /** What `setTimeout` of node:timers/promises is called here. */
  readonly #sleeps = new Set(['systemClock.sleep']);

  constructor(source: Source) {
    everyNode(source, (node) => {
      if (ts.isImportSpecifier(node)) this.#addImport(node);
      if (!ts.isVariableDeclaration(node) || !node.initializer) return;
      const name = node.name.getText();
      const value = numberOf(node.initializer);
      if (value !== undefined) this.#numbers.set(name, value);
      if (isDifferenceOfTimes(node.initializer)) this.#durations.add(name);
    });
  }

  banAt(node: ts.Node): TimingBan | undefined {
    if (ts.isBinaryExpression(node) && this.#limitsADuration(node)) return 'comparison';
    if (ts.isCallExpression(node)) {
      const name = node.expression.getText();
      if (name.endsWith('.waitForTimeout') || this.#isPause(node, name)) return 'pause';
      if (isWait(name) && node.arguments.some((one) => this.#isShort(one))) return 'shortLimit';
    }
    if (ts.isPropertyAssignment(node) && node.name.getText() === 'timeout') {
      return this.#isShort(node.initializer) ? 'shortLimit' : undefined;
    }
    const isDeadline = ts.isBinaryExpression(node) && node.operatorToken.getText() === '+';
    if (!isDeadline || !isClockRead(node.left)) return undefined;
    return this.#isShort(node.right) ? 'shortLimit' : undefined;
  }

  #addImport({ propertyName, name, parent }: ts.ImportSpecifier): void {
    const from = parent.parent.parent.moduleSpecifier.getText().slice(1, -1);
    const isTimer = (propertyName ?? name).getText() === 'setTimeout';
    if (isTimer && from === 'node:timers/promises') this.#sleeps.add(name.text);
  }

  /** A duration that must be smaller than something that is not a duration. */
  #limitsADuration({ left, right, operatorToken }: ts.BinaryExpression): boolean {
    const operator = operatorToken.getText();
    if (!/^[<>]=?$/.test(operator)) return false;
    const [smaller, larger] = operator.startsWith('<') ? [left, right] : [right, left];
    return this.#isDuration(smaller) && !this.#isDuration(larger) && !isClockRead(larger);
  }

  #isDuration(node: ts.Node): boolean {
    if (ts.isIdentifier(node)) return this.#durations.has(node.text);
    if (isDifferenceOfTimes(node)) return true;
    return ts.forEachChild(node, (child) => this.#isDuration(child) || undefined) ?? false;
  }

  #isShort(node: ts.Node): boolean {
    const ms = numberOf(node) ?? this.#numbers.get(node.getText());
    return ms !== undefined && ms > 0 && ms < shortestLimitMs;
  }

  /** In a loop it is the interval between two looks. */
  #isPause(node: ts.CallExpression, name: string): boolean {
    if (isInLoop(node)) return false;
    if (this.#sleeps.has(name)) return true;
    const [run, ms] = node.arguments;
    const isBare = /^(globalThis\.)?setTimeout$/.test(name) && run && ts.isIdentifier(run);
    return isBare === true && ms !== undefined && /^(resolve|done|go|then)$/.test(run.text);
  }
}

const isWait = (name: string): boolean => waits.has(name.replace(/^\w+\.(?=set)/, ''));

function isClockRead(node: ts.Node): boolean {
  return ts.isCallExpression(node) && clockRead.test(node.expression.getText());
}

function isDifferenceOfTimes(node: ts.Node): boolean {
  if (ts.isParenthesizedExpression(node)) return isDifferenceOfTimes(node.expression);
  if (!ts.isBinaryExpression(node)) return false;
  const { left, right, operatorToken } = node;
  const operator = operatorToken.getText();
  if (operator === '/' || operator === '*') return isDifferenceOfTimes(left);
  // Less a constant, it is another moment.
  if (operator !== '-' || constantText.test(right.getText())) return false;
  return [left, right].some((side) => readsClock(side));
}

function readsClock(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return false;
  return isClockRead(node) || (ts.forEachChild(node, (child) => readsClock(child)) ?? false);
}

function numberOf(node: ts.Node): number | undefined {
  return ts.isNumericLiteral(node) ? Number(node.text.replaceAll('_', '')) : undefined;
}

function isInLoop(node: ts.Node): boolean {
  for (let { parent } = node; parent && !ts.isFunctionLike(parent); { parent } = parent) {
    if (ts.isIterationStatement(parent, false)) return true;
  }
  return false;
}

// Finds uses of the wall clock, randomness, timers, the environment and SQL outside the modules
// that may use them. It reads the syntax tree, so comments and strings do not count.
import ts from 'typescript';
import { bans } from './rules.ts';
import { everyNode, lineOf } from './source.ts';
import type { Finding, Source } from './source.ts';

const members = new Set(['Date.now', 'Math.random', 'process.env']);
const globals = new Set(['randomUUID', 'setTimeout', 'setInterval']);
const globalHolders = new Set(['globalThis', 'global', 'crypto', 'timers']);

const sqlForms = [
  /select\s[\s\S]*?\bfrom\s/,
  /select\s+([\w.]+\(|\d)/,
  /insert\s+into\s/,
  /update\s+\S+\s[\s\S]*?\bset\s/,
  /delete\s+from\s/,
  /with\s+(recursive\s+)?\w+[\s\S]*?\bas\s+(not\s+)?(materialized\s+)?\(/,
].map((form) => form.source);
const leadingComments = /^\s*(--.*\n\s*)*/;
const sqlStart = new RegExp(`^(${sqlForms.join('|')})`, 'i');
const databaseClock =
  /\b(now|clock_timestamp|statement_timestamp)\s*\(|\bcurrent_(timestamp|date)\b/i;

export function bannedUses(source: Source): Finding[] {
  const findings: Finding[] = [];
  everyNode(source, (node) => {
    for (const what of usesIn(node)) {
      const ban = bans.find((candidate) => candidate.what === what);
      if (ban === undefined || ban.allowedIn.test(source.path)) continue;
      const line = lineOf(source, node.getStart());
      const problem = `uses ${what}`;
      findings.push({ path: source.path, line, problem, instead: ban.instead });
    }
  });
  return findings;
}

function usesIn(node: ts.Node): string[] {
  if (ts.isPropertyAccessExpression(node)) return usesOfMember(node);
  if (ts.isIdentifier(node)) return usesOfName(node);
  if (isReadOfNow(node)) return ['new Date()'];
  if (isText(node)) return usesOfText(node);
  return [];
}

function usesOfMember(node: ts.PropertyAccessExpression): string[] {
  const holder = node.expression.getText();
  const name = node.name.text;
  if (globals.has(name) && globalHolders.has(holder)) return [name];
  const path = `${holder.replace(/^globalThis\./, '')}.${name}`;
  return members.has(path) ? [path] : [];
}

function usesOfName(node: ts.Identifier): string[] {
  const { parent } = node;
  if (ts.isImportSpecifier(parent)) return usesOfImport(parent, node);
  if (!globals.has(node.text)) return [];
  // A property of the same name, such as `clock.setTimeout`, is not the global function.
  const isOwnName = 'name' in parent && parent.name === node && !ts.isBindingElement(parent);
  return isOwnName ? [] : [node.text];
}

function usesOfImport(specifier: ts.ImportSpecifier, node: ts.Identifier): string[] {
  if (node !== (specifier.propertyName ?? specifier.name)) return [];
  if (globals.has(node.text)) return [node.text];
  const from = specifier.parent.parent.parent.moduleSpecifier.getText().slice(1, -1);
  return node.text === 'env' && /^(node:)?process$/.test(from) ? ['process.env'] : [];
}

function isReadOfNow(node: ts.Node): boolean {
  if (!ts.isNewExpression(node) && !ts.isCallExpression(node)) return false;
  const isDate = ts.isIdentifier(node.expression) && node.expression.text === 'Date';
  return isDate && (ts.isCallExpression(node) || (node.arguments ?? []).length === 0);
}

function isText(node: ts.Node): node is ts.StringLiteralLike | ts.TemplateExpression {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node);
}

function usesOfText(node: ts.StringLiteralLike | ts.TemplateExpression): string[] {
  const text = node.getText().slice(1, -1).replace(leadingComments, '');
  // Capitalized text, such as "Select a bank", is a sentence and not a statement.
  if (/^[A-Z][a-z]/.test(text) || !sqlStart.test(text)) return [];
  return databaseClock.test(text) ? ['SQL', 'the database clock'] : ['SQL'];
}

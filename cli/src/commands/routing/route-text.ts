// How routing rules, routes and success rates are printed for people.

import type {
  ExplainedRoute,
  ExplainRoute,
  Merchant,
  PaymentRoutes,
  SuccessCounts,
  SuccessRate,
} from '@bramka/client/src/operator.ts';
import { cell, table, wrappedLines } from '../../print.ts';

export function rulesText({ merchantId, settings }: Merchant): string {
  const rules = settings.routing ?? [];
  if (rules.length === 0) return `Merchant ${merchantId} has no routing rules.\n`;
  const rows = rules.map(({ name, when = {}, providers, best }, index) => [
    String(index + 1),
    name,
    best === true ? `best of ${cell(providers)}` : cell(providers),
    conditionsText(when),
  ]);
  return `Merchant ${merchantId}:\n${table([['', 'RULE', 'PROVIDERS', 'WHEN'], ...rows], '  ')}`;
}

function conditionsText(when: object): string {
  const words = Object.entries(when).map(([name, value]) => `${name} ${cell(value)}`);
  return words.join('; ') || 'every payment';
}

const resultTexts: Readonly<Record<string, string>> = {
  FITS: 'decides',
  SHARE: 'decides for some',
  FITS_NOT: 'does not fit',
  NOT_REACHED: 'not reached',
};

const skippedTexts: Readonly<Record<string, string>> = {
  DOWN: 'it is down',
  NOT_OFFERED: 'it does not take such payments',
  NOT_CONNECTED: 'it is not connected',
};

export function explainedText(asked: ExplainRoute, explained: ExplainedRoute): string {
  const { rules, rule, why, providers } = explained;
  const names = providers.map(({ name }) => name);
  const lines = [
    `A payment by ${asked.method} of ${String(asked.amount)} ${asked.currency} with a card ` +
      `${String(asked.bin)} (${cardText(explained)}) goes to ${cell(names)}.`,
    rule === undefined ? `${sentence(why)}.` : `Rule ${rule} decides: ${why}.`,
    ...providers
      .filter(({ state }) => state !== 'USABLE')
      .map(({ name, state }) => `${name} is skipped: ${skippedTexts[state] ?? state}.`),
  ];
  const rows = rules.map(({ name, result, why: reason }, index) => [
    String(index + 1),
    name,
    resultTexts[result] ?? result,
    reason,
  ]);
  const list = rows.length === 0 ? '' : `\n${table([['', 'RULE', 'RESULT', 'WHY'], ...rows])}`;
  return wrappedLines(`${lines.join('\n')}\n${list}`);
}

function cardText({ organization, country }: ExplainedRoute): string {
  return `${organization ?? 'unknown organization'}, ${country ?? 'unknown country'}`;
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

export function paymentRoutesText({ paymentId, authorizations }: PaymentRoutes): string {
  if (authorizations.length === 0) return `Payment ${paymentId} has no authorizations.\n`;
  const texts = authorizations.map((one, index) => {
    const { provider, state, rule, why, providers, rejectCode, providerCode } = one;
    const codes = [rejectCode, providerCode && `code of the provider ${providerCode}`];
    return [
      `${index + 1}. ${[`${provider} ${state}`, ...codes.filter(Boolean)].join(', ')}`,
      ...(why === undefined
        ? []
        : [`   ${rule === undefined ? 'no rule' : `rule ${rule}`}: ${why}`]),
      ...(providers === undefined ? [] : [`   providers in order: ${cell(providers)}`]),
    ];
  });
  return wrappedLines(`Authorizations of payment ${paymentId}:\n${texts.flat().join('\n')}\n`);
}

export function ratesText(rates: readonly SuccessRate[]): string {
  if (rates.length === 0) return 'No authorization has finished in the last 24 hours.\n';
  const counts = ({ finished, percent }: SuccessCounts): string[] => [
    String(finished),
    percent === undefined ? '-' : `${percent} %`,
  ];
  const rows = rates.map((rate) => [
    rate.provider,
    cell(rate.organization),
    cell(rate.country),
    ...counts(rate.hour),
    ...counts(rate.day),
  ]);
  const head = [
    'PROVIDER',
    'ORGANIZATION',
    'COUNTRY',
    'LAST HOUR',
    'APPROVED',
    '24 HOURS',
    'APPROVED',
  ];
  return table([head, ...rows]);
}

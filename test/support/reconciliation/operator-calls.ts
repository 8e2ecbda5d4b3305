// Calls of the operator's endpoints of reconciliations, with the status that the operator gets.
import type { Json } from '../client.ts';
import { fingerprintOf, importsPath, itemsPath } from './settlement.ts';

function newFile(): Json {
  const period = '2026-01-01T00:00:00.000Z,2026-01-02T00:00:00.000Z';
  const header = `bramka-settlement,1,sandbox,${period}`;
  return { header, fingerprint: fingerprintOf([header]) };
}

export const reconciliationCalls: readonly (readonly [
  call: string,
  status: number,
  body?: () => Json,
])[] = [
  [`POST ${importsPath}`, 200, newFile],
  [`GET ${importsPath}`, 200],
  [`GET ${importsPath}/{importId}`, 404],
  [`POST ${importsPath}/{importId}/lines`, 404, () => ({ firstLine: 2, lines: ['x'] })],
  [`POST ${importsPath}/{importId}/finish`, 404],
  [`GET ${itemsPath}`, 200],
  [`POST ${itemsPath}/{itemId}/resolve`, 404, () => ({ by: 'Ewa', note: 'checked' })],
];

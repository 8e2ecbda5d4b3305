// A settlement file of the simulated acquirer with a planted difference: imported, compared, and
// its item resolved.
import type { Json } from '../../../support/client.ts';
import { fingerprintOf, linesOf } from '../../../support/reconciliation/settlement.ts';
import { until } from '../../../support/waiting/until.ts';
import type { Recorder } from '../../recorder.ts';

const imports = '/v1/admin/reconciliations';
const one = `${imports}/{importId}`;
const items = '/v1/admin/reconciliation-items';
const unknown = '01a1ddaa-94be-73d2-943c-8b7759934376';
const DAY_MS = 24 * 3_600_000;

export async function recordReconciliation(recorder: Recorder): Promise<void> {
  const token = recorder.gateway.adminKey;
  // While the clock was moved, so that the file has no other movement.
  const at = (days: number) => new Date(recorder.stable.clockMs() + days * DAY_MS).toISOString();
  const query = { from: at(10), to: at(11), plant: 'ADD' };
  const { text } = await recorder.record('GET', '/sandbox/acquirer/settlement', { query });
  await recorder.record('GET', '/sandbox/acquirer/settlement', {
    when: 'with more differences than movements',
    query: { ...query, plant: 'OMIT' },
    refusedWith: 'INVALID_REQUEST',
  });
  const lines = linesOf(text);
  const importId = await recordImport(recorder, token, lines);
  const params = { importId };
  await until(async () => {
    const { body } = await recorder.send('GET', one, { token, params });
    return body['state'] === 'DONE';
  }, 'the comparison');
  await recorder.record('GET', one, { token, params });
  await recorder.record('GET', imports, { token });
  await recordItems(recorder, token);
  await recorder.record('GET', '/v1/admin/disputes', { token });
}

async function recordImport(recorder: Recorder, token: string, lines: string[]): Promise<string> {
  const [header = ''] = lines;
  const body = { header, fingerprint: fingerprintOf(lines) };
  const started = await recorder.record('POST', imports, { token, body });
  await recorder.record('POST', imports, {
    when: 'for a provider that does not exist',
    token,
    body: { ...body, header: header.replace('sandbox', 'nobody') },
    refusedWith: 'SETTLEMENT_FILE_INVALID',
  });
  const importId = String(started.body['importId']);
  const params = { importId };
  const rest = { firstLine: 2, lines: lines.slice(1) };
  await recorder.record('POST', `${one}/lines`, { token, params, body: rest });
  await recorder.record('POST', `${one}/lines`, {
    when: 'when lines before these are missing',
    token,
    params,
    body: { firstLine: lines.length + 2, lines: ['end,1'] },
    refusedWith: 'LINES_OUT_OF_ORDER',
  });
  await recorder.record('POST', `${one}/finish`, { token, params });
  await recorder.record('POST', `${one}/finish`, {
    when: 'for an unknown id',
    token,
    params: { importId: unknown },
    refusedWith: 'RECONCILIATION_NOT_FOUND',
  });
  return importId;
}

async function recordItems(recorder: Recorder, token: string): Promise<void> {
  const listed = await recorder.record<{ items: Json[] }>('GET', items, { token });
  const itemId = String(listed.body.items[0]?.['itemId']);
  const path = `${items}/{itemId}/resolve`;
  const body = { by: 'Ewa Nowak', note: 'The acquirer has removed it from the next file.' };
  await recorder.record('POST', path, { token, params: { itemId }, body });
  await recorder.record('POST', path, {
    when: 'when it is resolved already',
    token,
    params: { itemId },
    body: { ...body, note: 'Not the same note.' },
    refusedWith: 'ITEM_ALREADY_RESOLVED',
  });
  await recorder.record('POST', path, {
    when: 'for an unknown id',
    token,
    params: { itemId: unknown },
    body,
    refusedWith: 'RECONCILIATION_ITEM_NOT_FOUND',
  });
}

// The events of a merchant: the feed and the stream.
import type { Recorder } from '../../recorder.ts';

const events = '/v1/ecommerce/events';
const admin = '/v1/admin/merchants/{merchantId}/events';

export async function recordEvents(recorder: Recorder, token: string): Promise<void> {
  const { body } = await recorder.record('GET', events, { token, query: { limit: '2' } });
  await recorder.record('GET', events, {
    when: 'after a cursor',
    token,
    query: { after: String(body['next']), limit: '1' },
  });
  await recorder.record('GET', events, {
    when: 'with a cursor that was cut off',
    token,
    query: { after: 'AQAAAAAAAA' },
    refusedWith: 'CURSOR_INVALID',
  });
  await recorder.record('GET', `${events}/stream`, { token });
  await recorder.record('GET', `${events}/stream`, {
    when: 'after a cursor that was cut off',
    token,
    query: { after: 'AQAAAAAAAA' },
    refusedWith: 'CURSOR_INVALID',
  });
  await recorder.record('GET', admin, {
    token: recorder.gateway.adminKey,
    params: { merchantId: '10000001' },
    query: { limit: '1' },
  });
}

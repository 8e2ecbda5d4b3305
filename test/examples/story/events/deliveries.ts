// The deliveries of events in the story of the examples: a test event, its attempts, replays and
// the health of the receiver.
import { openLoopback } from '../../../support/loopback-server.ts';
import { until } from '../../../support/waiting/until.ts';
import type { Recorder } from '../../recorder.ts';

const events = '/v1/ecommerce/events';
const admin = '/v1/admin/merchants/{merchantId}/events';
const merchantId = '10000001';
const unknown = '01a1ddaa-94be-73d2-943c-8b7759934376';

export async function recordDeliveries(recorder: Recorder, token: string): Promise<void> {
  const receiver = await openLoopback();
  receiver.behave = (_request, response) => response.end('thank you');
  const setUrl = (notificationUrl: string) =>
    recorder.send('PATCH', '/v1/admin/merchants/{merchantId}', {
      token: recorder.gateway.adminKey,
      params: { merchantId },
      body: { settings: { notificationUrl } },
    });
  recorder.stable.showAs(receiver.url, 'https://shop.example');
  try {
    await setUrl(`${receiver.url}/bramka`);
    const eventId = await recordOwn(recorder, token);
    await recordOperator(recorder, eventId);
  } finally {
    await setUrl('');
    receiver.close();
  }
  await recorder.record('POST', `${events}/test`, {
    when: 'without a notification address',
    token,
    refusedWith: 'NOTIFICATION_URL_MISSING',
  });
}

async function recordOwn(recorder: Recorder, token: string): Promise<string> {
  const sent = await recorder.record('POST', `${events}/test`, { token });
  const eventId = String(sent.body['eventId']);
  const params = { eventId };
  const isAccepted = async () => {
    const { body } = await recorder.send('GET', `${events}/{eventId}`, { token, params });
    return (body['delivery'] as { state: string }).state === 'ACCEPTED';
  };
  await until(isAccepted, 'the delivery of the test event');
  await recorder.record('GET', `${events}/{eventId}`, { token, params });
  await recorder.record('GET', `${events}/{eventId}`, {
    when: 'for an unknown id',
    token,
    params: { eventId: unknown },
    refusedWith: 'EVENT_NOT_FOUND',
  });
  const hasReceiver = async () => {
    const { body } = await recorder.send('GET', `${events}/health`, { token });
    return (body['receivers'] as unknown[]).length > 0;
  };
  await until(hasReceiver, 'the health of the receiver');
  await recorder.record('GET', `${events}/health`, { token });
  await recorder.record('POST', `${events}/{eventId}/replay`, { token, params });
  await until(isAccepted, 'the delivery of the replay');
  const from = new Date(recorder.stable.clockMs()).toISOString();
  const body = { from, events: ['TEST'], states: ['ACCEPTED'] };
  await recorder.record('POST', `${events}/replay`, { token, body });
  await until(isAccepted, 'the delivery of the second replay');
  await recorder.record('POST', `${events}/replay`, {
    when: 'without a range',
    token,
    body: { states: ['FAILED'] },
    refusedWith: 'INVALID_REQUEST',
  });
  return eventId;
}

async function recordOperator(recorder: Recorder, eventId: string): Promise<void> {
  const token = recorder.gateway.adminKey;
  const params = { merchantId };
  const one = { token, params: { merchantId, eventId } };
  const from = new Date(recorder.stable.clockMs()).toISOString();
  const read = () => recorder.send('GET', `${admin}/{eventId}`, one);
  const isAccepted = async () =>
    ((await read()).body['delivery'] as { state: string }).state === 'ACCEPTED';
  await until(isAccepted, 'the end of the deliveries');
  await recorder.record('GET', `${admin}/{eventId}`, one);
  await recorder.record('POST', `${admin}/{eventId}/replay`, one);
  await until(isAccepted, 'the delivery of the replay');
  const body = { from, events: ['TEST'], states: ['ACCEPTED'] };
  await recorder.record('POST', `${admin}/replay`, { token, params, body });
  await until(isAccepted, 'the delivery of the second replay');
  await recorder.record('POST', `${admin}/test`, { token, params });
  const isIdle = async () => {
    const { body: health } = await recorder.send('GET', `${admin}/health`, { token, params });
    return health['pendingEvents'] === 0;
  };
  await until(isIdle, 'the end of all deliveries');
  await recorder.record('GET', `${admin}/health`, { token, params });
  await recorder.record('GET', '/v1/admin/receivers', { token });
}

// POST and GET /v1/admin/keys/rotations: the operator starts a rotation of the master key or of
// data keys, and watches it.

import { Type } from 'typebox';
import { isoTime } from '../../core/clock.ts';
import { present } from '../../core/json/present.ts';
import { invalid } from '../../core/refusals.ts';
import { endpoint } from '../../http/endpoint.ts';
import { oneOf, optionalText } from '../../http/schema.ts';
import { mid, requireMerchant } from '../fields.ts';
import type { MerchantStore } from '../../merchants/merchant.store.ts';
import { latestRotations, type Rotation } from '../../rotation/rotation.store.ts';
import { rotateData, rotateMaster, type StartParts } from '../../rotation/start-rotation.ts';

interface RotationAccess extends StartParts {
  readonly merchants: Pick<MerchantStore, 'read'>;
}

const SHOWN = 20;

const kinds = {
  MASTER: 'A new root key, wrapped by the next master key if one is set.',
  DATA: 'New data keys, which encrypt cards, of one merchant or of all.',
} as const;

const states = {
  PREPARING: 'The new key is being made known to all nodes.',
  REWRAPPING: 'The new key is in use; values are being encrypted with it.',
  RETIRING: 'No value is encrypted with the old key; it is destroyed after a last check.',
  DONE: 'The old key is destroyed.',
} as const;

const rotationSchema = Type.Object({
  rotationId: Type.Integer({ description: 'Number of the rotation' }),
  kind: oneOf(kinds, 'What is replaced.'),
  merchantId: optionalText('MID; absent: all merchants'),
  state: oneOf(states, 'How far it is.'),
  fromVersion: Type.Optional(Type.Integer({ description: 'Version of the old root key' })),
  toVersion: Type.Optional(Type.Integer({ description: 'Version of the new root key' })),
  total: Type.Integer({ description: 'Values encrypted with the old key when it was replaced' }),
  done: Type.Integer({
    description:
      'Values encrypted again; more than total if others were written meanwhile, less if some ' +
      'of them were deleted meanwhile',
  }),
  problem: optionalText('Why it does not go on'),
  startedAt: Type.String({ format: 'date-time', description: 'When it was started' }),
  updatedAt: Type.String({ format: 'date-time', description: 'When it last went on' }),
  finishedAt: Type.Optional(Type.String({ format: 'date-time', description: 'When it ended' })),
});

const createRotation = endpoint(
  {
    method: 'POST',
    path: '/v1/admin/keys/rotations',
    summary: 'Replace the root key or data keys',
    description:
      'Starts a rotation, which a job works off while payments go on. GET shows its progress. ' +
      'The old key is destroyed at the end. To change the master key, first set the next one on ' +
      'every node (`BRAMKA_MASTER_KEY_NEXT`).',
    access: 'operator',
    action: { name: 'START_ROTATION', subject: 'rotationId' },
    body: Type.Object({
      kind: oneOf(kinds, 'What is replaced.'),
      merchantId: Type.Optional(mid('Kind DATA: the merchant; absent: all merchants')),
    }),
    reply: rotationSchema,
    refusals: ['MERCHANT_NOT_FOUND', 'ROTATION_RUNNING', 'KEY_SERVICE_UNAVAILABLE'],
  },
  async (access: RotationAccess, { body: { kind, merchantId } }) => {
    if (kind === 'MASTER') {
      if (merchantId !== undefined) throw invalid('merchantId', 'is allowed with kind DATA only');
      return rotationView(await rotateMaster(access));
    }
    if (merchantId !== undefined) await requireMerchant(access, merchantId);
    return rotationView(await rotateData(access, merchantId ?? null));
  },
);

const listRotations = endpoint(
  {
    method: 'GET',
    path: '/v1/admin/keys/rotations',
    summary: 'List rotations of keys',
    access: 'operator',
    reply: Type.Object({
      rotations: Type.Array(rotationSchema, { description: 'The newest first; at most 20.' }),
    }),
  },
  async ({ database }: RotationAccess) => {
    return { rotations: (await latestRotations(database, SHOWN)).map(rotationView) };
  },
);

function rotationView(rotation: Rotation) {
  const { rotationId, kind, merchantId, state, fromVersion, toVersion, total, done } = rotation;
  return {
    rotationId,
    kind,
    ...present({ merchantId }),
    state,
    ...present({ fromVersion, toVersion }),
    total,
    done,
    ...present({ problem: rotation.problem }),
    startedAt: isoTime(rotation.startedAt),
    updatedAt: isoTime(rotation.updatedAt),
    ...present({ finishedAt: rotation.finishedAt && isoTime(rotation.finishedAt) }),
  };
}

export const rotationEndpoints = [createRotation, listRotations];

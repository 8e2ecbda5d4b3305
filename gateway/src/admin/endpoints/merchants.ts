// The operator's endpoints for merchants under /v1/admin: add, list, read, change, suspend,
// roll secrets, revoke access tokens.

import { Type } from 'typebox';
import { open } from '../../core/secret.ts';
import { endpoint, type ActionFacts } from '../../http/endpoint.ts';
import { oneOf, optionalFlag, patternText, secretText } from '../../http/schema.ts';
import {
  addMerchant,
  changeMerchant,
  revokeTokens,
  rollSecret,
  type MerchantTools,
} from '../../merchants/administer.ts';
import { defaultSettings } from '../../merchants/merchant.ts';
import { merchantStatusMeanings } from '../../merchants/meanings.ts';
import { MAX_PICTURE_TEXT } from '../../merchants/page/picture.ts';
import { midField, midParams as params, requireMerchant } from '../fields.ts';
import type { AdminParts } from '../parts.ts';
import { merchantSchema, merchantView, settingsSchema } from '../merchant.view.ts';
import { requireFacts, readSettings } from '../check-settings.ts';

const apiSecret = secretText({ description: 'Exchanged, with the MID, for access tokens' });
const notificationSecret = secretText({ description: 'Signs the notifications to the merchant' });
const PAGE = 100;

/** The audit log shows as "before" the record on which the change was decided. */
function watched(tools: MerchantTools, note: Note): MerchantTools {
  return { ...tools, onRead: (before) => note({ before: merchantView(before) }) };
}

type Note = (facts: ActionFacts) => void;

const createMerchant = endpoint(
  {
    method: 'POST',
    path: '/v1/admin/merchants',
    summary: 'Add a merchant; its secrets are shown only in this answer',
    access: 'operator',
    action: { name: 'ADD_MERCHANT', subject: 'merchantId' },
    body: Type.Object({ merchantId: midField, settings: Type.Optional(settingsSchema) }),
    maxTextLength: MAX_PICTURE_TEXT,
    reply: Type.Object({ merchant: merchantSchema, apiSecret, notificationSecret }),
    refusals: ['MERCHANT_EXISTS'],
  },
  async (tools: AdminParts, { body }) => {
    const requested = await readSettings(tools, body.merchantId, body.settings);
    const settings = { name: `Merchant ${body.merchantId}`, ...requested };
    requireFacts(tools, { status: 'ACTIVE', settings: { ...defaultSettings, ...settings } });
    const added = await addMerchant(tools, { merchantId: body.merchantId, settings });
    return {
      merchant: merchantView(added.merchant),
      apiSecret: open(added.apiSecret),
      notificationSecret: open(added.notificationSecret),
    };
  },
);

const listMerchants = endpoint(
  {
    method: 'GET',
    path: '/v1/admin/merchants',
    summary: 'List merchants by MID, 100 at a time',
    access: 'operator',
    query: Type.Object({
      after: Type.Optional(
        patternText('^[0-9]{0,15}$', 'a MID of up to 15 digits', {
          description: 'The last MID of the page before; absent: the first page',
        }),
      ),
    }),
    reply: Type.Object({
      merchants: Type.Array(merchantSchema, { description: 'In the order of their MIDs.' }),
    }),
  },
  async (tools: MerchantTools, { query }) => {
    const merchants = await tools.merchants.list(query.after ?? '', PAGE);
    return { merchants: merchants.map(merchantView) };
  },
);

const readMerchant = endpoint(
  {
    method: 'GET',
    path: '/v1/admin/merchants/{merchantId}',
    summary: 'Read a merchant',
    access: 'operator',
    params,
    reply: merchantSchema,
    refusals: ['MERCHANT_NOT_FOUND'],
  },
  async (tools: MerchantTools, { params: { merchantId: id } }) => {
    return merchantView(await requireMerchant(tools, id));
  },
);

const updateMerchant = endpoint(
  {
    method: 'PATCH',
    path: '/v1/admin/merchants/{merchantId}',
    summary: 'Change settings of a merchant, suspend or reactivate it',
    access: 'operator',
    action: { name: 'CHANGE_MERCHANT', subject: 'merchantId' },
    params,
    body: Type.Object({
      status: Type.Optional(oneOf(merchantStatusMeanings, 'New status. Absent: unchanged.')),
      settings: Type.Optional(settingsSchema),
    }),
    maxTextLength: MAX_PICTURE_TEXT,
    reply: merchantSchema,
    refusals: ['MERCHANT_NOT_FOUND', 'CHANGED_MEANWHILE'],
  },
  async (tools: AdminParts, { params: { merchantId: id }, body, note }) => {
    await requireMerchant(tools, id);
    const settings = await readSettings(tools, id, body.settings);
    const status = body.status === undefined ? {} : { status: body.status };
    const change = { ...status, settings, check: requireFacts.bind(undefined, tools) };
    const after = await changeMerchant(watched(tools, note), id, change);
    if (settings.page) await tools.logos.removeOthers(id, after.settings.page.logo);
    return merchantView(after);
  },
);

const rollMerchantSecret = endpoint(
  {
    method: 'POST',
    path: '/v1/admin/merchants/{merchantId}/secrets',
    summary: 'Create a new secret; the previous one stays valid until the next roll',
    description:
      'The new secret has the same name as in the answer that added the merchant: `apiSecret` ' +
      'for kind API, `notificationSecret` for kind NOTIFICATION. It is shown only in this ' +
      'answer.',
    access: 'operator',
    action: { name: 'ROLL_SECRET', subject: 'merchantId' },
    params,
    body: Type.Object({
      kind: oneOf(
        {
          API: 'The secret with which the merchant obtains access tokens.',
          NOTIFICATION: 'The secret that signs notifications to the merchant.',
        },
        'Which secret.',
      ),
      dropOld: optionalFlag('End the older secret and its access tokens at once'),
    }),
    reply: Type.Object({
      merchant: merchantSchema,
      apiSecret: Type.Optional(apiSecret),
      notificationSecret: Type.Optional(notificationSecret),
    }),
    refusals: ['MERCHANT_NOT_FOUND', 'CHANGED_MEANWHILE'],
  },
  async (tools: MerchantTools, { params: { merchantId: id }, body, note }) => {
    const { kind, dropOld = false } = body;
    const { merchant, secret } = await rollSecret(watched(tools, note), id, { kind, dropOld });
    const name = kind === 'API' ? 'apiSecret' : 'notificationSecret';
    return { merchant: merchantView(merchant), [name]: open(secret) };
  },
);

const revokeMerchantTokens = endpoint(
  {
    method: 'POST',
    path: '/v1/admin/merchants/{merchantId}/revoke-tokens',
    summary: 'Revoke all access tokens of a merchant',
    description:
      'Revokes the tokens of the merchant, those that agents hold for it, those that it holds ' +
      'for other merchants as their agent, and the CLIENT tokens of its payments, on every node ' +
      'within a second. The secrets stay valid: the merchant gets a new token with POST ' +
      '/v1/ecommerce/auth, and a new payment link with POST …/restore.',
    access: 'operator',
    action: { name: 'REVOKE_TOKENS', subject: 'merchantId' },
    params,
    reply: merchantSchema,
    refusals: ['MERCHANT_NOT_FOUND', 'CHANGED_MEANWHILE'],
  },
  async (tools: MerchantTools, { params: { merchantId: id }, note }) => {
    return merchantView(await revokeTokens(watched(tools, note), id));
  },
);

export const merchantEndpoints = [
  createMerchant,
  listMerchants,
  readMerchant,
  updateMerchant,
  rollMerchantSecret,
  revokeMerchantTokens,
];

// Reads authentications: the latest of a payment, and by the id in messages.

import { selectList } from '../journal/table.ts';
import { statement, type Queryable } from '../storage/database.ts';
import { authentications, type Authentication } from './authentication.ts';

const latest = statement(
  'authentications.latest',
  `select ${selectList(authentications)} from authentications
   where merchant_id = $1 and payment_id = $2
   order by created_at desc, authentication_id desc limit 1`,
);
const find = statement(
  'authentications.find',
  `select ${selectList(authentications)} from authentications where authentication_id = $1`,
);

export interface AuthenticationStore {
  latest(
    key: Pick<Authentication, 'merchantId' | 'paymentId'>,
  ): Promise<Authentication | undefined>;
  find(authenticationId: string): Promise<Authentication | undefined>;
}

export function authenticationStore(database: Queryable): AuthenticationStore {
  return {
    latest: async ({ merchantId, paymentId }) =>
      (await database.run<Authentication>(latest, [merchantId, paymentId]))[0],
    find: async (authenticationId) =>
      (await database.run<Authentication>(find, [authenticationId]))[0],
  };
}

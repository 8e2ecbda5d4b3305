// The answers that each kind of token gets, for groups of endpoints with the same access.

/** A status for each kind of token. */
export interface Row {
  readonly none: number;
  readonly garbage: number;
  readonly expired: number;
  readonly universal: number;
  readonly payment: number;
  readonly tokenizer: number;
  readonly agent: number;
  readonly stranger: number;
  readonly operator: number;
  readonly client: number;
  /** CLIENT of another payment of the same merchant. */
  readonly sibling: number;
  /** CLIENT of this payment, before its link was replaced. */
  readonly oldClient: number;
  readonly expiredClient: number;
}
export type Kind = keyof Row;

export const merchants: Row = {
  none: 401,
  garbage: 401,
  expired: 401,
  universal: 200,
  payment: 200,
  tokenizer: 403,
  agent: 200,
  stranger: 404,
  operator: 401,
  client: 403,
  sibling: 403,
  oldClient: 403,
  expiredClient: 401,
};
/** No payment is named: another merchant acts on its own data. */
export const anyMerchant: Row = { ...merchants, stranger: 200 };
export const page: Row = { ...merchants, client: 200, sibling: 404, oldClient: 401 };
/** Lists for every page of the merchant. */
export const pages: Row = { ...page, sibling: 200, stranger: 200 };
/** Endpoints of the tokenizer: the other resource. */
export const tokenOwner: Row = { ...merchants, payment: 403, tokenizer: 200 };
export const tokenOwners: Row = { ...tokenOwner, stranger: 200 };
export const tokenPage: Row = { ...page, payment: 403, tokenizer: 200 };
const all = (status: number): Row =>
  Object.fromEntries(Object.keys(merchants).map((kind) => [kind, status])) as unknown as Row;
export const everyone = all(200);
export const nobody = all(401);
/** No token is needed; the link in the example belongs to nothing. */
export const noLink = all(404);
export const operators: Row = { ...nobody, operator: 200 };

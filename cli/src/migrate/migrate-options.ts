// The options of `bramka migrate`.

export interface MigrateOptions {
  readonly plan?: boolean;
  readonly status?: boolean;
  readonly json?: boolean;
}

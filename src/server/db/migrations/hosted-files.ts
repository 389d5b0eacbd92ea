/** Files that lie at a hosted storage: their path there. Their bytes never came by here, so nobody counted a hash. */
export const HOSTED_FILES: readonly string[] = [
  'alter table file add column hosted_path text',
  'alter table file alter column sha256 drop not null',
];

/** Every action a route may need. `src/shared/policy` says who may do each. */
export const ACTIONS = [
  'session.open',
  'session.close',
  'session.read',
  'metadata.read',
  'metadata.edit',
  'record.list',
  'record.read',
  'record.create',
  'record.edit',
  'record.history',
  'events.follow',
  'docs.read',
] as const;
export type Action = (typeof ACTIONS)[number];

import * as events from '#schemas/api/events.ts';
import * as metadata from '#schemas/api/metadata.ts';
import * as records from '#schemas/api/records.ts';
import * as session from '#schemas/api/session.ts';
import type { Route } from '#schemas/api/route.ts';

const isRoute = (entry: [string, unknown]): entry is [string, Route] => {
  const [, value] = entry;
  return typeof value === 'object' && value !== null && 'action' in value && 'path' in value;
};

/** Every route of the wire with the name it is exported by. */
export const ROUTES = Object.entries<unknown>({ ...events, ...metadata, ...records, ...session }).filter(isRoute);

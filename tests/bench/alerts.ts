import { alertRows } from './alert-load.ts';
import { alertTimes } from './alert-times.ts';
import type { Row } from './row.ts';

/** What subscriptions cost on PostgreSQL. */
export const run = async (): Promise<Row[]> => [...(await alertRows('postgres')), ...(await alertTimes('postgres'))];

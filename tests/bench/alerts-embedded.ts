import { alertRows } from './alert-load.ts';
import { alertTimes } from './alert-times.ts';
import type { Row } from './row.ts';

/** What subscriptions cost on the embedded database. */
export const run = async (): Promise<Row[]> => [...(await alertRows('embedded')), ...(await alertTimes('embedded'))];

import { refundOrder } from './orders.ts';
import type { Route } from './route.ts';

/** Routes that the actions of system objects may name, by `METHOD /path`. */
export const ACTION_ROUTES: ReadonlyMap<string, Route> = new Map(
  ([refundOrder] as readonly Route[]).map((route) => [`${route.method} ${route.path}`, route]),
);

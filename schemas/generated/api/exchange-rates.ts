// Written by `npm run schemas` from schemas/api/exchange-rates.ts: change it there.
import type * as source from '#schemas/api/exchange-rates.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const readExchangeRate: CallOf<typeof source.readExchangeRate> = { method: "GET", path: "/api/metadata/exchangeRate" };

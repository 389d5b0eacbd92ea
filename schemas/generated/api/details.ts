// Written by `npm run schemas` from schemas/api/details.ts: change it there.
import type * as source from '#schemas/api/details.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const MAX_SIMILAR: typeof source.MAX_SIMILAR = 50;
export const readBlocks: CallOf<typeof source.readBlocks> = { method: "POST", path: "/api/metadata/data/getDetailBlocks" };
export const readChart: CallOf<typeof source.readChart> = { method: "POST", path: "/api/metadata/data/getChart" };
export const readCompany: CallOf<typeof source.readCompany> = { method: "GET", path: "/api/rong/company/{id}" };
export const readInvestor: CallOf<typeof source.readInvestor> = { method: "GET", path: "/api/rong/investor/{id}" };
export const readProject: CallOf<typeof source.readProject> = { method: "POST", path: "/api/rong/app/v1/project/detail", encoding: "form" };
export const relatedRecords: CallOf<typeof source.relatedRecords> = { method: "POST", path: "/api/metadata/data/getRelatedList" };

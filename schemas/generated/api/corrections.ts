// Written by `npm run schemas` from schemas/api/corrections.ts: change it there.
import type * as source from '#schemas/api/corrections.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const decideCorrection: CallOf<typeof source.decideCorrection> = { method: "POST", path: "/api/metadata/correction/{id}/decide" };
export const pinValue: CallOf<typeof source.pinValue> = { method: "POST", path: "/api/metadata/data/{objectApiName}/{id}/pin/{field}" };
export const proposeCorrection: CallOf<typeof source.proposeCorrection> = { method: "POST", path: "/api/metadata/correction" };
export const readProvenance: CallOf<typeof source.readProvenance> = { method: "GET", path: "/api/metadata/data/{objectApiName}/{id}/provenance" };
export const unpinValue: CallOf<typeof source.unpinValue> = { method: "POST", path: "/api/metadata/data/{objectApiName}/{id}/unpin/{field}" };
export const withdrawCorrection: CallOf<typeof source.withdrawCorrection> = { method: "POST", path: "/api/metadata/correction/{id}/withdraw" };

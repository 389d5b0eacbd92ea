// Written by `npm run schemas` from schemas/api/corrections.ts: change it there.
import type * as source from '#schemas/api/corrections.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const CORRECTION_STATES: typeof source.CORRECTION_STATES = [ "pending", "accepted", "refused", "withdrawn" ];
export const correctionQueue: CallOf<typeof source.correctionQueue> = { method: "GET", path: "/api/metadata/correction/queue" };
export const decideCorrection: CallOf<typeof source.decideCorrection> = { method: "POST", path: "/api/metadata/correction/{id}/decide" };
export const myCorrections: CallOf<typeof source.myCorrections> = { method: "GET", path: "/api/metadata/correction/mine" };
export const proposeCorrection: CallOf<typeof source.proposeCorrection> = { method: "POST", path: "/api/metadata/correction" };
export const readProvenance: CallOf<typeof source.readProvenance> = { method: "GET", path: "/api/metadata/data/{objectApiName}/{id}/provenance" };
export const withdrawCorrection: CallOf<typeof source.withdrawCorrection> = { method: "POST", path: "/api/metadata/correction/{id}/withdraw" };

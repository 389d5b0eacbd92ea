// Written by `npm run schemas` from schemas/api/packages.ts: change it there.
import type * as source from '#schemas/api/packages.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const applyPackage: CallOf<typeof source.applyPackage> = { method: "POST", path: "/api/metadata/package/apply" };
export const exportPackage: CallOf<typeof source.exportPackage> = { method: "POST", path: "/api/metadata/package/export" };
export const listPackageImports: CallOf<typeof source.listPackageImports> = { method: "GET", path: "/api/metadata/package/imports" };
export const planPackage: CallOf<typeof source.planPackage> = { method: "POST", path: "/api/metadata/package/plan" };
export const undoPackage: CallOf<typeof source.undoPackage> = { method: "POST", path: "/api/metadata/package/undo" };

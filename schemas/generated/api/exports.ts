// Written by `npm run schemas` from schemas/api/exports.ts: change it there.
import type * as source from '#schemas/api/exports.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const MAX_EXPORTS_KEPT: typeof source.MAX_EXPORTS_KEPT = 20;
export const MAX_EXPORTS_RUNNING: typeof source.MAX_EXPORTS_RUNNING = 2;
export const cancelExport: CallOf<typeof source.cancelExport> = { method: "POST", path: "/api/metadata/export/{id}/cancel" };
export const exportFile: CallOf<typeof source.exportFile> = { method: "GET", path: "/api/metadata/export/{id}/file" };
export const listExports: CallOf<typeof source.listExports> = { method: "GET", path: "/api/metadata/export" };
export const readExport: CallOf<typeof source.readExport> = { method: "GET", path: "/api/metadata/export/{id}" };
export const readExportQuota: CallOf<typeof source.readExportQuota> = { method: "GET", path: "/api/metadata/export/quota" };
export const startExport: CallOf<typeof source.startExport> = { method: "POST", path: "/api/metadata/export" };

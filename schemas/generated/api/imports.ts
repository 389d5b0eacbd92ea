// Written by `npm run schemas` from schemas/api/imports.ts: change it there.
import type * as source from '#schemas/api/imports.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const MAX_IMPORT_BYTES: typeof source.MAX_IMPORT_BYTES = 1073741824;
export const downloadRejected: CallOf<typeof source.downloadRejected> = { method: "GET", path: "/api/imports/{id}/rejected" };
export const listImports: CallOf<typeof source.listImports> = { method: "GET", path: "/api/imports" };
export const mapImport: CallOf<typeof source.mapImport> = { method: "POST", path: "/api/imports/{id}/mapping" };
export const previewImport: CallOf<typeof source.previewImport> = { method: "POST", path: "/api/imports/{id}/preview" };
export const readImport: CallOf<typeof source.readImport> = { method: "GET", path: "/api/imports/{id}" };
export const removeImport: CallOf<typeof source.removeImport> = { method: "DELETE", path: "/api/imports/{id}" };
export const startImport: CallOf<typeof source.startImport> = { method: "POST", path: "/api/imports/{id}/start" };
export const stopImport: CallOf<typeof source.stopImport> = { method: "POST", path: "/api/imports/{id}/stop" };
export const uploadImport: CallOf<typeof source.uploadImport> = { method: "POST", path: "/api/imports", encoding: "multipart" };

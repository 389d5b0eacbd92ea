// Written by `npm run schemas` from schemas/api/metadata-editing.ts: change it there.
import type * as source from '#schemas/api/metadata-editing.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const checkRule: CallOf<typeof source.checkRule> = { method: "POST", path: "/api/metadata/rules/check" };
export const countOptionUsage: CallOf<typeof source.countOptionUsage> = { method: "POST", path: "/api/metadata/selectOption/usage" };
export const listMetadataAudit: CallOf<typeof source.listMetadataAudit> = { method: "GET", path: "/api/metadata/audit" };
export const listObjectVersions: CallOf<typeof source.listObjectVersions> = { method: "GET", path: "/api/metadata/object/{objectApiName}/versions" };
export const listOptionSetVersions: CallOf<typeof source.listOptionSetVersions> = { method: "GET", path: "/api/metadata/selectOption/{name}/versions" };
export const listOptionSets: CallOf<typeof source.listOptionSets> = { method: "GET", path: "/api/metadata/selectOption" };
export const listSavedObjects: CallOf<typeof source.listSavedObjects> = { method: "GET", path: "/api/metadata/objects/saved" };
export const listShipped: CallOf<typeof source.listShipped> = { method: "GET", path: "/api/metadata/shipped" };
export const mergeShipped: CallOf<typeof source.mergeShipped> = { method: "GET", path: "/api/metadata/shipped/{objectApiName}" };
export const readLanguage: CallOf<typeof source.readLanguage> = { method: "GET", path: "/api/metadata/language" };
export const readObjectVersion: CallOf<typeof source.readObjectVersion> = { method: "GET", path: "/api/metadata/object/{objectApiName}/versions/{version}" };
export const readOptionSetVersion: CallOf<typeof source.readOptionSetVersion> = { method: "GET", path: "/api/metadata/selectOption/{name}/versions/{version}" };
export const readSavedOptionSet: CallOf<typeof source.readSavedOptionSet> = { method: "GET", path: "/api/metadata/selectOption/{name}/saved" };

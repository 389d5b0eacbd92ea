// Written by `npm run schemas` from schemas/api/metadata.ts: change it there.
import type * as source from '#schemas/api/metadata.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const MAX_OPTIONS_FOUND: typeof source.MAX_OPTIONS_FOUND = 50;
export const MAX_OPTIONS_NAMED: typeof source.MAX_OPTIONS_NAMED = 100;
export const findByLabel: CallOf<typeof source.findByLabel> = { method: "GET", path: "/api/metadata/findByLabel" };
export const findChildOptions: CallOf<typeof source.findChildOptions> = { method: "GET", path: "/api/metadata/selectOption/findChildOptions" };
export const findOptions: CallOf<typeof source.findOptions> = { method: "POST", path: "/api/metadata/optionTree/find" };
export const listDepartments: CallOf<typeof source.listDepartments> = { method: "GET", path: "/api/org/dept/list-all" };
export const listObjectNames: CallOf<typeof source.listObjectNames> = { method: "GET", path: "/api/metadata/object" };
export const listObjects: CallOf<typeof source.listObjects> = { method: "GET", path: "/api/metadata/allObjectsUserCanView" };
export const listStages: CallOf<typeof source.listStages> = { method: "GET", path: "/api/stage/list" };
export const planObject: CallOf<typeof source.planObject> = { method: "POST", path: "/api/metadata/object/plan" };
export const queryDataByName: CallOf<typeof source.queryDataByName> = { method: "GET", path: "/api/metadata/queryDataByName" };
export const readObject: CallOf<typeof source.readObject> = { method: "GET", path: "/api/metadata/object/{objectApiName}" };
export const readOptionSet: CallOf<typeof source.readOptionSet> = { method: "GET", path: "/api/metadata/selectOption/{name}" };
export const readSavedObject: CallOf<typeof source.readSavedObject> = { method: "GET", path: "/api/metadata/object/{objectApiName}/saved" };
export const removeField: CallOf<typeof source.removeField> = { method: "POST", path: "/api/metadata/field/remove" };
export const saveField: CallOf<typeof source.saveField> = { method: "POST", path: "/api/metadata/field/save" };
export const saveObject: CallOf<typeof source.saveObject> = { method: "POST", path: "/api/metadata/object/save" };
export const saveOptionSet: CallOf<typeof source.saveOptionSet> = { method: "POST", path: "/api/metadata/selectOption/save" };
export const searchOptions: CallOf<typeof source.searchOptions> = { method: "GET", path: "/api/metadata/optionTree/search" };

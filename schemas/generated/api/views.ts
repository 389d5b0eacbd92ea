// Written by `npm run schemas` from schemas/api/views.ts: change it there.
import type * as source from '#schemas/api/views.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const MAX_VIEWS: typeof source.MAX_VIEWS = 100;
export const MAX_VIEW_NAME: typeof source.MAX_VIEW_NAME = 60;
export const createView: CallOf<typeof source.createView> = { method: "POST", path: "/api/metadata/view" };
export const listDefaultViews: CallOf<typeof source.listDefaultViews> = { method: "GET", path: "/api/metadata/view/default" };
export const listViews: CallOf<typeof source.listViews> = { method: "GET", path: "/api/metadata/view" };
export const readView: CallOf<typeof source.readView> = { method: "GET", path: "/api/metadata/view/{id}" };
export const removeView: CallOf<typeof source.removeView> = { method: "POST", path: "/api/metadata/view/{id}/remove" };
export const restoreView: CallOf<typeof source.restoreView> = { method: "POST", path: "/api/metadata/view/{id}/restore" };
export const setDefaultView: CallOf<typeof source.setDefaultView> = { method: "POST", path: "/api/metadata/view/default" };
export const updateView: CallOf<typeof source.updateView> = { method: "POST", path: "/api/metadata/view/{id}" };

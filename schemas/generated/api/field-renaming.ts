// Written by `npm run schemas` from schemas/api/field-renaming.ts: change it there.
import type * as source from '#schemas/api/field-renaming.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const planRenaming: CallOf<typeof source.planRenaming> = { method: "POST", path: "/api/metadata/field/rename/plan" };
export const renameField: CallOf<typeof source.renameField> = { method: "POST", path: "/api/metadata/field/rename" };

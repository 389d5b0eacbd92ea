// Written by `npm run schemas` from schemas/metadata/value.ts: change it there.
import type * as source from '#schemas/metadata/value.ts';

export const ID_SOURCE: typeof source.ID_SOURCE = "^[1-9][0-9]{0,17}$";
export const OWN_FILE_SOURCE: typeof source.OWN_FILE_SOURCE = "/files/(?:public|private)/[0-9a-f]{32}";

// Written by `npm run schemas` from schemas/api/albums.ts: change it there.
import type * as source from '#schemas/api/albums.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const readAlbum: CallOf<typeof source.readAlbum> = { method: "GET", path: "/api/rong/album/{objectApiName}/{id}" };

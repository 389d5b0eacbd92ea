// Written by `npm run schemas` from schemas/api/boards.ts: change it there.
import type * as source from '#schemas/api/boards.ts';
import type { CallOf } from '#schemas/api/route.ts';

export const BOARD_CARDS: typeof source.BOARD_CARDS = 50;
export const readBoard: CallOf<typeof source.readBoard> = { method: "POST", path: "/api/metadata/data/board" };

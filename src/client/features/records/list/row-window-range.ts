import type { ListReply } from '#schemas/api/records.ts';
import { CHUNK_ROWS, chunksBetween, type RowWindow } from '#client/features/records/base/row-window.ts';
import type { ChunkPlace } from './row-window-loader.ts';

/** Rows that one Shift+click picks at most; to pick more there is 全选. */
export const MAX_RANGE = 2000;

/**
 * Ids of the rows `from` to `to` (one past the last). Rows between that were never on screen are asked for, at most
 * `MAX_RANGE` of them, and are not kept. Rejects with what `ask` rejects with.
 */
export async function idsBetween(
  from: number,
  to: number,
  rows: Pick<RowWindow, 'rowAt'>,
  ask: (place: ChunkPlace) => Promise<ListReply>,
): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const chunk of chunksBetween(from, to)) {
    const start = chunk * CHUNK_ROWS;
    const [first, last] = [Math.max(from, start), Math.min(to, start + CHUNK_ROWS)];
    const kept = Array.from({ length: last - first }, (_, at) => rows.rowAt(first + at)?.id);
    const known = kept.filter((id) => id !== undefined);
    if (known.length === kept.length) ids.push(...known);
    else {
      const { list } = await ask(chunk === 0 ? {} : { page: chunk + 1 });
      ids.push(...list.slice(first - start, last - start).map((row) => row.id));
    }
  }
  return ids;
}

import type { FigureState, QualityTile } from '#schemas/api/quality.ts';
import { DAY_MS } from '#shared/time/durations.ts';
import type { Db } from '#server/db/database.ts';
import { breachCount, differenceCount, duplicatesPassedAt, openPairs, waitingMarks } from './queries.ts';

/** What was found longer ago than this says nothing of today. */
const LONGEST_AGE_MS = 2 * DAY_MS;
/** Values that have waited longer than this to be worked out are late. */
const LATE_MS = 60_000;

type Found = Omit<QualityTile, 'id' | 'label'>;

/** A tile; what could not be worked out is unknown, whatever the reason. */
async function tile(id: string, label: string, find: () => Promise<Found>): Promise<QualityTile> {
  const failed: Found = { figure: null, note: '读取失败，请稍后重试', state: 'unknown', link: null };
  return { id, label, ...(await find().catch(() => failed)) };
}

const unknown = (note: string, link: string | null = null): Found => ({ figure: null, note, state: 'unknown', link });

/** Was it found recently enough to be shown? */
export const isRecent = (at: string | null, now: Date): boolean =>
  at !== null && now.getTime() - new Date(at).getTime() <= LONGEST_AGE_MS;

const GRADES = [
  [4, '信用代码相同'],
  [3, '几乎确定'],
  [2, '很可能'],
  [1, '有可能'],
] as const;

/** The figures about all records that are kept by others. `checkedAt` is when the last pass over all records ended. */
export const tilesOf = (db: Db, checkedAt: string | null, now: Date): Promise<QualityTile[]> =>
  Promise.all([
    tile('duplicates', '疑似重复', async () => {
      const link = '/staff/duplicates?state=open';
      if (!isRecent(await duplicatesPassedAt(db), now)) return unknown('尚未查找，或最近两天没有完成查找', link);
      const pairs = await openPairs(db);
      const parts = GRADES.flatMap(([grade, label]) => (pairs.has(grade) ? `${label} ${pairs.get(grade) ?? 0}` : []));
      const total = Array.from(pairs.values()).reduce((sum, count) => sum + count, 0);
      const sure = (pairs.get(4) ?? 0) + (pairs.get(3) ?? 0);
      const state: FigureState = sure > 0 ? 'bad' : total > 0 ? 'warn' : 'good';
      return { figure: `${total} 对`, note: parts.join('，') || '没有待处理的疑似重复', state, link };
    }),
    tile('breaches', '规则不符', async () => {
      const link = '/staff/breaches';
      if (!isRecent(checkedAt, now)) return unknown('尚未检查，或最近两天没有完成检查', link);
      const count = await breachCount(db);
      return {
        figure: `${count} 条`,
        note: '现行规则不允许保存的记录',
        state: count > 0 ? 'warn' : 'good',
        link,
      };
    }),
    tile('differences', '给定与计算不一致', async () => {
      const link = '/staff/differences';
      if (!isRecent(checkedAt, now)) return unknown('尚未检查，或最近两天没有完成检查', link);
      const count = await differenceCount(db);
      const note = '来源给出的值与计算出的值相差较大';
      return { figure: `${count} 个值`, note, state: count > 0 ? 'warn' : 'good', link };
    }),
    tile('counting', '汇总计算', async () => {
      const { records, failed, oldest } = await waitingMarks(db);
      const age = oldest === null ? 0 : now.getTime() - new Date(oldest).getTime();
      const note = [
        oldest === null ? '全部已是最新' : `最早的已等待 ${Math.max(0, Math.round(age / 1000))} 秒`,
        failed > 0 ? `${failed} 项曾计算失败` : '',
      ].filter(Boolean);
      const state: FigureState = age > LATE_MS || failed > 0 ? 'bad' : 'good';
      return { figure: `${records} 条待计算`, note: note.join('，'), state, link: null };
    }),
  ]);

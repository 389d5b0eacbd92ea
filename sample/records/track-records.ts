import { addDays } from '#shared/time/days.ts';
import type { Dossier } from '#sample/world/dossier.ts';
import type { Deal, Track } from '#sample/world/model.ts';
import { sampleRecord, type SampleRecord } from './sample-record.ts';

const HOT = 80;

/** Rounds of the last year and of the year before it. */
function lastTwoYears(own: readonly Deal[], all: Dossier): { recent: readonly Deal[]; before: readonly Deal[] } {
  const twoYearsAgo = addDays(all.yearAgo, -365);
  return {
    recent: own.filter(({ round }) => round.day > all.yearAgo),
    before: own.filter(({ round }) => round.day <= all.yearAgo && round.day > twoYearsAgo),
  };
}

/** How a year of rounds compares with the busiest track's, from 5 to 99; the square root keeps small tracks apart. */
const heatOf = (recent: number, busiest: number): number =>
  Math.min(99, 5 + Math.round(94 * Math.sqrt(recent / Math.max(busiest, 1))));

const oneDecimal = (value: number): string => String(Math.round(value * 10) / 10);

/** All tracks with how busy they are, parents first; what their rounds add up to is counted from them. */
export function trackRecords(tracks: readonly Track[], all: Dossier): SampleRecord[] {
  const keys = new Map(tracks.map(({ name, key }) => [name, key]));
  const figures = tracks.map((track) => ({ track, ...lastTwoYears(all.ofTrack(track), all) }));
  const busiestOf = (parents: boolean) =>
    Math.max(...figures.filter(({ track }) => !track.parent === parents).map(({ recent }) => recent.length));
  const busiest = { parents: busiestOf(true), children: busiestOf(false) };
  return figures.map(({ track, recent, before }) => {
    const most = track.parent ? busiest.children : busiest.parents;
    const heat = heatOf(recent.length, most);
    const parent = keys.get(track.parent ?? '');
    return sampleRecord('InsightIndustryLabel', track.key, {
      name: track.name,
      parent: parent === undefined ? undefined : { key: parent },
      industry: track.industry,
      brief: `涵盖${track.products.join('、')}等方向`,
      keywords: track.products,
      isHot: heat >= HOT,
      heat,
      heatChange: oneDecimal((heat - heatOf(before.length, most)) / 4),
      introduction: `${track.name}赛道主要包括${track.products.join('、')}，客户以${track.customers.join('、')}为主。本条为示例数据，统计口径限于示例企业。`,
      drivers: '技术成熟度提升、下游需求增长与政策支持共同推动赛道发展。',
      risks: '技术路线尚未收敛，部分环节存在产能过剩与价格竞争的风险。',
    });
  });
}

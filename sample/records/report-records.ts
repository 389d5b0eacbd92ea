import { addDays } from '#shared/time/days.ts';
import type { Company, Track } from '#sample/world/model.ts';
import { between, pick, type Random } from '#sample/draw/random.ts';
import { references, SAMPLE_SUFFIX, sampleKey, sampleRecord, type SampleRecord } from './sample-record.ts';

/** Houses that there are not: each name says that it is an example. */
const PUBLISHERS = ['示例产业研究院', '虚构证券研究所', '样例咨询', '示意创新研究中心', '演示数据智库'].map(
  (name) => `${name}${SAMPLE_SUFFIX}`,
);
const KINDS = ['年度报告', '产业链图谱', '投融资回顾', '季度观察', '深度研究'];
const NOTE = '本报告为示例内容，所涉机构、企业与数字均为虚构。';

/** Reports on tracks, `count` in all, over the last two years. */
export function reportRecords(
  random: Random,
  { tracks, companies }: { readonly tracks: readonly Track[]; readonly companies: readonly Company[] },
  count: number,
  today: string,
): SampleRecord[] {
  return Array.from({ length: count }, (_, index) => {
    const key = sampleKey('report', index + 1);
    const track = pick(random, tracks);
    const day = addDays(today, -between(random, 3, 720));
    const named = companies.filter((company) => company.track.name === track.name).slice(0, 4);
    return sampleRecord('ResearchReport', key, {
      title: `${track.name}${pick(random, KINDS)}（${day.slice(0, 4)}）`,
      publisher: pick(random, PUBLISHERS),
      publishedOn: day,
      industry: track.industry,
      tracks: references([track]),
      companies: references(named),
      pagesCount: between(random, 12, 160),
      abstract: `梳理${track.name}方向的${track.products.join('、')}等细分领域，并按${track.customers.join('、')}等客户结构分析需求。\n\n${NOTE}`,
      readers: pick(random, ['open', 'certified', 'certified']),
      link: `https://reports.example.com/${key}`,
    });
  });
}

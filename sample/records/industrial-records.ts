import { CHAIN_WORDS } from '#sample/words/industrial-chains.ts';
import type { Company, Track } from '#sample/world/model.ts';
import { between, pick, pickSome, type Random, roundAmount } from '#sample/draw/random.ts';
import { references, sampleKey, sampleRecord, type SampleRecord } from './sample-record.ts';
import { yuan } from '#sample/world/valuation.ts';

const MAX_COMPANIES = 8;

/** The industrial directory; a link names the links that feed it, which come before it. */
export function industrialRecords(
  random: Random,
  tracks: ReadonlyMap<string, Track>,
  companies: readonly Company[],
  today: string,
): SampleRecord[] {
  const keys = new Map(
    CHAIN_WORDS.map(({ chain, name }, index) => [`${chain}/${name}`, sampleKey('industrial', index + 1)]),
  );
  return CHAIN_WORDS.map((link, index) => {
    const track = tracks.get(link.track);
    const inside = companies.filter((company) => company.track.name === link.track);
    const shown = pickSome(random, inside, Math.min(MAX_COMPANIES, inside.length));
    return sampleRecord('InsightIndustrial', sampleKey('industrial', index + 1), {
      name: link.name,
      chainName: link.chain,
      chainPosition: link.position,
      industry: link.industry,
      track: track && { key: track.key },
      brief: `${link.chain}产业链${link.position}环节`,
      upstream: link.upstream.flatMap((name) => {
        const key = keys.get(`${link.chain}/${name}`);
        return key === undefined ? [] : [{ key }];
      }),
      technologies: link.technologies,
      applications: track?.customers,
      marketSize: yuan(roundAmount((0.5 + random() * 6) * 10 ** between(random, 9, 10))),
      marketYear: Number(today.slice(0, 4)) - 1,
      growthRate: String(between(random, -5, 60)),
      localizationRate: String(between(random, 5, 95)),
      concentration: String(between(random, 20, 90)),
      entryBarrier: pick(random, ['低', '中', '中', '高', '高', '极高']),
      companies: references(shown),
      clusters: [...new Set(shown.map(({ place }) => place.code))].slice(0, 5),
      introduction: `${link.name}处于${link.chain}产业链${link.position}，关键技术包括${link.technologies.join('、')}。本条为示例数据，市场数字均为虚构。`,
      policies: '示例政策：支持关键环节首台套应用与产业集群建设。',
    });
  });
}

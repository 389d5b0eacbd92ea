import { website } from '#sample/draw/identifiers.ts';
import { between, chance, pick, type Random } from '#sample/draw/random.ts';
import type { Company } from '#sample/world/model.ts';
import type { Dossier } from '#sample/world/dossier.ts';
import { sampleKey, sampleRecord, type SampleRecord } from './sample-record.ts';

/** Rounds from which on a company is known well enough for its founders to be. */
const KNOWN_FROM = 4;
const TITLES = ['创始人、首席执行官', '联合创始人、首席技术官', '联合创始人、首席运营官'] as const;
const PAST = ['示例科技集团', '示例研究院', '示例互联网公司', '示例制造集团', '示例咨询公司'] as const;
const POSTS = ['技术负责人', '产品总监', '首席科学家', '事业部总经理', '高级工程师'] as const;
const SCHOOLS = ['示例理工大学', '示例科技大学', '示例交通大学', '示例海外大学'] as const;
const DEGREES = ['本科', '硕士', '博士'] as const;

function career(random: Random, founded: string): string[] {
  const end = Number(founded.slice(0, 4));
  const start = end - between(random, 4, 9);
  return [`${pick(random, PAST)} · ${pick(random, POSTS)}（${start}–${end}）`];
}

/** The founders of the companies that have raised most often, in the order in which the companies name them. */
export function teamRecords(random: Random, companies: readonly Company[], all: Dossier): SampleRecord[] {
  const known = companies.filter((company) => all.ofCompany(company).length >= KNOWN_FROM);
  const people = known.flatMap((company) =>
    [...new Set(company.founders)].map((name, place) => ({ company, name, place })),
  );
  return people.map(({ company, name, place }, index) =>
    sampleRecord('TeamMember', sampleKey('member', index + 1), {
      name,
      company: { key: company.key },
      title: TITLES[place],
      isFounder: true,
      place: place + 1,
      brief: `负责${company.product}的${place === 1 ? '研发' : place === 2 ? '运营' : '方向与融资'}`,
      workHistory: career(random, company.founded),
      education: [`${pick(random, SCHOOLS)} · ${pick(random, DEGREES)}`],
      profileUrl: chance(random, 0.6) ? `${website(company.key)}team/${place + 1}` : undefined,
      introduction: `${name}，${company.name}${TITLES[place] ?? '创始人'}。本条为示例数据，人物均为虚构。`,
    }),
  );
}

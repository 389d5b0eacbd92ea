import type { MatchTexts } from '#server/core/duplicates/match-facts.ts';
import { between, chance, pick, type Random } from '#sample/draw/random.ts';

const FORMS = ['有限公司', '有限责任公司', '股份有限公司', '集团有限公司', ''];
const ANY_FORM = /(集团)?(股份有限公司|有限责任公司|有限公司)$/;
const TRADE =
  /(网络科技|信息科技|信息技术|文化传媒|文化传播|电子商务|生物科技|智能科技|科技|网络|传媒|教育|医疗|投资管理)$/;
const TRADES = ['科技', '网络科技', '信息技术', '文化传媒', '科技发展', '智能科技', ''];
const LEADING =
  /^(北京市?|上海市?|深圳市?|广州市?|杭州市?|成都市?|武汉市?|苏州市?|南京市?|浙江省?|广东省?|江苏省?|四川省?)/;
const BRACKETED = /[（(](北京|上海|深圳|广州|杭州|成都|武汉|苏州|南京)[)）]/;

/** Share of copies that lose the code, the site, and so on. */
const LOSES = { code: 0.7, site: 0.4, region: 0.5, person: 0.5, founded: 0.5 } as const;
/** Share of copies whose name is changed in one way; several ways may meet. */
const CHANGES = { form: 0.5, region: 0.4, trade: 0.3, typo: 0.1, brand: 0.3 } as const;

function dirtyName(random: Random, legalName: string): string {
  let name = legalName;
  if (chance(random, CHANGES.typo)) {
    const at = between(random, 0, Math.max(0, name.replace(ANY_FORM, '').length - 1));
    name = name.slice(0, at) + name.slice(at + 1);
  }
  const form = ANY_FORM.exec(name)?.[0] ?? '';
  let stem = name.slice(0, name.length - form.length);
  if (chance(random, CHANGES.region)) {
    const bare = stem.replace(BRACKETED, '');
    const moved = bare.replace(LEADING, '');
    const place = LEADING.exec(bare)?.[1]?.replace(/[市省]$/, '');
    if (moved.length > 1) stem = place !== undefined && chance(random, 0.4) ? `${moved}（${place}）` : moved;
  }
  if (chance(random, CHANGES.trade) && TRADE.test(stem) && stem.replace(TRADE, '').length > 1)
    stem = stem.replace(TRADE, pick(random, TRADES));
  return stem + (chance(random, CHANGES.form) ? pick(random, FORMS) : form);
}

/** What another source would know of the same company: less, and written in its own way. */
export function dirtyCopy(random: Random, { codes, legalNames, names, ...texts }: MatchTexts): MatchTexts {
  const kept = <T>(share: number, list: readonly T[]): readonly T[] => (chance(random, share) ? [] : list);
  return {
    codes: kept(LOSES.code, codes),
    legalNames: legalNames.map((name) => dirtyName(random, name)),
    names: chance(random, CHANGES.brand)
      ? names.map((name) => `${name}${pick(random, ['APP', '平台', 'pro'])}`)
      : names,
    sites: kept(LOSES.site, texts.sites),
    regions: kept(LOSES.region, texts.regions),
    people: kept(LOSES.person, texts.people),
    founded: kept(LOSES.founded, texts.founded),
  };
}

import { describe, expect, it } from 'vitest';
import { creditCode } from '#server/core/duplicates/credit-code.ts';
import { isIndustryWords, parseCompanyName } from '#server/core/duplicates/company-name.ts';

describe('a company’s name', () => {
  it.each([
    ['北京星河云图网络科技有限公司', '星河云图网络科技', '星河云图', ['11']],
    ['星河云图网络科技（北京）有限责任公司', '星河云图网络科技', '星河云图', ['11']],
    ['星河云图网络科技(北京)股份有限公司', '星河云图网络科技', '星河云图', ['11']],
    ['广东省深圳市南山区星河云图科技有限公司', '星河云图科技', '星河云图', ['44', '4403']],
    ['內蒙古星河雲圖科技有限公司', '星河云图科技', '星河云图', ['15']],
    ['杭州见微创业投资合伙企业（有限合伙）', '见微创业投资', '见微', ['3301']],
    ['星河云图集团', '星河云图', '星河云图', []],
    ['　星河·云图 集团股份有限公司 ', '星河云图', '星河云图', []],
  ])('%s is the base %s with the core %s', (name, base, core, regions) => {
    expect(parseCompanyName(name)).toEqual({ base, core, regions, hasForm: true });
  });

  it('keeps a place or a business that is all that there is of it', () => {
    expect(parseCompanyName('上海有限公司').base).toBe('上海');
    expect(parseCompanyName('北京科技有限公司')).toMatchObject({ base: '科技', core: '科技' });
    expect(isIndustryWords('网络科技')).toBe(true);
    expect(isIndustryWords('星河')).toBe(false);
  });

  it('is a brand where no legal form ends it, and keeps what it begins and ends with', () => {
    expect(parseCompanyName('星河云图').hasForm).toBe(false);
  });

  it('in Latin letters loses its form as a word, never as letters of one', () => {
    expect(parseCompanyName('Zinc Co., Ltd.')).toMatchObject({ base: 'zinc', hasForm: true });
    expect(parseCompanyName('Zinc')).toMatchObject({ base: 'zinc', hasForm: false });
    expect(parseCompanyName('Inc')).toMatchObject({ base: 'inc', hasForm: false });
  });
});

describe('a unified social credit code', () => {
  it('counts with a right check character alone', () => {
    expect(creditCode('91350100M000100Y43')).toBe('91350100M000100Y43');
    expect(creditCode(' 91350100m000100y43 ')).toBe('91350100M000100Y43');
    expect(creditCode('91350100M000100Y44')).toBeUndefined();
    expect(creditCode('91350100M000100Y4')).toBeUndefined();
    expect(creditCode('9135010OM000100Y43')).toBeUndefined();
  });
});

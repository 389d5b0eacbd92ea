import { describe, expect, it } from 'vitest';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { fold } from '#shared/text/fold.ts';
import { spelling } from '#server/core/search/letters.ts';
import { searchFingerprint, searchText } from '#server/core/search/search-text.ts';
import { initialsPattern, literalPattern, readWord, speltPattern } from '#server/core/search/search-word.ts';
import { prng } from '#tests/support/prng.ts';

describe('a folded text', () => {
  it.each([
    ['traditional characters become simplified ones', '騰訊控股 裏面', '腾讯控股 里面'],
    ['wide letters become narrow and small ones', 'ＡＢＣ公司１２', 'abc公司12'],
    ['letters lose their accents', 'Québec Société', 'quebec societe'],
    ['signs of several characters are taken apart', '㈱日本 ﬁrst', '(株)日本 first'],
    ['invisible characters go, blanks become spaces', 'a\u200Bb\u00A0c\td\ne', 'ab c d e'],
    ['emoji and rare characters stay', '🐳𠮷野家', '🐳𠮷野家'],
    ['nothing stays nothing', '', ''],
  ])('%s', (_, text, expected) => {
    expect(fold(text)).toBe(expected);
  });

  it('of a part is a part of the folded text of the whole, whatever the characters', () => {
    const random = prng(7);
    const characters = [...'乾隆裏發Ａﬁé㈱🐳 İßΣς\u0301\u200B\u3000ｶﾞ한e'];
    for (let round = 0; round < 500; round += 1) {
      const whole = Array.from({ length: random.int(1, 12) }, () => random.pick(characters));
      const from = random.int(0, whole.length - 1);
      const part = whole.slice(from, random.int(from + 1, whole.length));
      expect(fold(whole.join(''))).toContain(fold(part.join('')));
    }
  });
});

describe('a spelling', () => {
  it.each([
    ['字节跳动', 'ZiJieTiaoDong'],
    ['重庆银行', 'ChongQingYinHang'],
    ['音乐与快乐', 'YinYueYuKuaiLe'],
    ['長城汽車', 'ChangChengQiChe'],
    ['乾隆', 'QianLong'],
    ['绿地女装', 'LvDiNvZhuang'],
    ['TCL科技360', 'TCLKeJi360'],
    ['ＡＢ公司', 'ABGongSi'],
    ['字节，跳动·中国', 'ZiJieTiaoDongZhongGuo'],
    ['ByteDance', ''],
    ['🐳', ''],
    ['', ''],
  ])('of %s is %s', (text, expected) => {
    expect(spelling(text)).toBe(expected);
  });
});

describe('a word', () => {
  const finds = (text: string, word: string) => {
    const { letters = '' } = readWord(word);
    return new RegExp(`${speltPattern(letters)}|${initialsPattern(letters)}`).test(spelling(text));
  };

  it.each(['zijietiaodong', 'zijie', 'zij', 'tiaodong', 'zjtd', 'jt', 'z', 'Zi Jie', "zi'jie", 'ＺＪＴＤ'])(
    'finds 字节跳动 spelt as %s',
    (word) => {
      expect(finds('字节跳动', word)).toBe(true);
    },
  );

  it.each(['ijie', 'aodong', 'zt', 'zijiee', 'zjtdx'])('does not find 字节跳动 by %s', (word) => {
    expect(finds('字节跳动', word)).toBe(false);
  });

  it('is a spelling only when it has letters and digits alone, and at least one letter', () => {
    expect(readWord('360').letters).toBeUndefined();
    expect(readWord('字节').letters).toBeUndefined();
    expect(readWord('a%b').letters).toBeUndefined();
    expect(readWord('tcl360').letters).toBe('tcl360');
    expect(readWord('lüdi').letters).toBe('lvdi');
  });

  it('means itself in a pattern, whatever its signs', () => {
    const odd = 'a.*(b)[c]\\d^$|{2}+?/“#%_';
    expect(new RegExp(`^${literalPattern(odd)}$`).test(odd)).toBe(true);
  });
});

describe('what a record is found by', () => {
  const text = (apiName: string, config: FieldDefinition['config'] = {}, type: FieldDefinition['type'] = 'text') =>
    ({ apiName, type, label: apiName, config }) satisfies FieldDefinition;
  const object = (...fields: FieldDefinition[]) => ({ definition: { apiName: 'Thing', nameField: 'name' }, fields });
  const company = object(
    text('creditCode', { searchable: true }),
    text('aliases', { naming: true }, 'textList'),
    text('founder', { searchable: true, visibleTo: ['svip'] }),
    text('oldName', { naming: true, visibleTo: ['staff'] }),
    text('name'),
    text('note'),
  );

  it('is its names, how they are spelt, and other searchable values with their fields', () => {
    const found = searchText(company, {
      name: '字節跳動',
      aliases: ['抖音集团', '字节跳动'],
      creditCode: '91AB',
      founder: '张\n三',
      oldName: '今日头条',
      note: '无关',
    });
    expect(found).toMatchObject({
      names: '字节跳动\n抖音集团',
      letters: 'ZiJieTiaoDong\nDouYinJiTuan',
      more: 'creditCode\t91ab\nfounder\t张 三\noldName\t今日头条',
    });
    expect(new Set(found.grams).size).toBe(found.grams.length);
  });

  it('is the number that the server gave it, unless staff say otherwise', () => {
    const numbered = (config: FieldDefinition['config'] = {}) =>
      object(text('name'), text('number', { autoNumber: { digits: 4 }, ...config }));
    expect(searchText(numbered(), { number: '0001' })).toMatchObject({ more: 'number\t0001' });
    expect(searchText(numbered({ searchable: false }), { number: '0001' })).toMatchObject({ more: '' });
  });

  it('is nothing for a record without values', () => {
    expect(searchText(company, {})).toEqual({ names: '', letters: '', more: '', grams: [] });
  });

  it('changes with the fields, who may read them and nothing else', () => {
    const named = object(text('name'), text('alias', { naming: true }));
    const same = object(text('name'), { ...text('alias', { naming: true, searchable: true }), label: '别名' });
    const closed = object(text('name'), text('alias', { naming: true, visibleTo: ['svip'] }));
    expect(searchFingerprint(same)).toBe(searchFingerprint(named));
    expect(searchFingerprint(closed)).not.toBe(searchFingerprint(named));
    expect(searchFingerprint(company)).not.toBe(searchFingerprint(named));
  });
});

import { describe, expect, it } from 'vitest';
import { changedLines } from '#shared/text/changed-lines.ts';

const said = (before: string, after: string) =>
  changedLines(before, after).map(({ what, text }) => ({ same: ' ', gone: '-', new: '+' })[what] + text);

describe('what became of a text, line by line', () => {
  it('keeps lines that stayed in order', () => {
    expect(said('甲\n乙\n丙', '甲\n丙\n丁')).toEqual([' 甲', '-乙', ' 丙', '+丁']);
    expect(said('同', '同')).toEqual([' 同']);
  });

  it('says first what is gone where a line was written over', () => {
    expect(said('一稿', '二稿')).toEqual(['-一稿', '+二稿']);
  });

  it('gives both texts back from its lines', () => {
    const [before, after] = ['a\nb\n\nc\nb', 'b\nc\n\nb\nd'];
    const lines = changedLines(before, after);
    const of = (left: string) =>
      lines
        .filter(({ what }) => what !== left)
        .map(({ text }) => text)
        .join('\n');
    expect([of('new'), of('gone')]).toEqual([before, after]);
  });
});

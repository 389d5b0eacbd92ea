import { describe, expect, test } from 'vitest';
import type { OptionSet, SelectOption } from '#schemas/metadata/option-set.ts';
import { OptionDraft } from '#client/features/metadata/options/option-draft.ts';
import { mergeOptionSets } from '#shared/metadata/merge-option-sets.ts';
import { pastedOptions } from '#client/features/metadata/options/option-paste.ts';
import { pathKey } from '#shared/metadata/merge-parts.ts';
import { prng } from '#tests/support/prng.ts';

const set = (options: SelectOption[], kind: OptionSet['kind'] = 'list'): OptionSet => ({
  name: 'mood',
  label: '心情',
  kind,
  options,
});
const option = (value: string, parent?: string): SelectOption => ({ value, label: value, ...(parent && { parent }) });
const TREE = set([option('a'), option('a1', 'a'), option('a2', 'a'), option('b'), option('b1', 'b')], 'tree');

const values = (draft: OptionDraft) => draft.rows.map((row) => `${'-'.repeat(row.depth)}${row.option.value}`);
const keyOf = (draft: OptionDraft, value: string) => draft.rows.find((row) => row.option.value === value)?.key ?? -1;

describe('a tree', () => {
  test('is shown branch by branch, whatever the order it is kept in', () => {
    const draft = new OptionDraft({ ...TREE, options: TREE.options.toReversed() });
    expect(values(draft)).toEqual(['b', '-b1', 'a', '-a2', '-a1']);
    expect(draft.isDirty).toBe(false);
  });

  test('moves branches among brothers, with what is below them', () => {
    const draft = new OptionDraft(TREE);
    draft.shift(keyOf(draft, 'a'), 1);
    expect(values(draft)).toEqual(['b', '-b1', 'a', '-a1', '-a2']);
    draft.shift(keyOf(draft, 'a'), 1);
    draft.shift(keyOf(draft, 'b1'), -1);
    expect(values(draft)).toEqual(['b', '-b1', 'a', '-a1', '-a2']);
  });

  test('puts a branch one level deeper and back', () => {
    const draft = new OptionDraft(TREE);
    draft.indent(keyOf(draft, 'b'), 1);
    expect(values(draft)).toEqual(['a', '-a1', '-a2', '-b', '--b1']);
    expect(draft.optionSet.options.find(({ value }) => value === 'b')?.parent).toBe('a');
    draft.indent(keyOf(draft, 'b'), -1);
    expect(draft.optionSet).toEqual(TREE);
  });

  test('takes a dragged branch to where it is dropped, and never into itself', () => {
    const draft = new OptionDraft(TREE);
    draft.moveBefore(keyOf(draft, 'b'), keyOf(draft, 'a2'));
    expect(values(draft)).toEqual(['a', '-a1', '-b', '--b1', '-a2']);
    draft.moveBefore(keyOf(draft, 'a'), keyOf(draft, 'b1'));
    expect(values(draft)).toEqual(['a', '-a1', '-b', '--b1', '-a2']);
  });

  test('stays a tree through a thousand random moves, each of which can be undone', () => {
    const chance = prng(7);
    const draft = new OptionDraft(TREE);
    for (let step = 0; step < 1000; step += 1) {
      const key = chance.pick(draft.rows).key;
      const before = values(draft);
      const by = chance.chance(0.5) ? 1 : -1;
      const moves = [
        () => draft.shift(key, by),
        () => draft.indent(key, by),
        () => draft.moveBefore(key, chance.pick(draft.rows).key),
      ];
      chance.pick(moves)();
      expect(values(new OptionDraft(draft.optionSet))).toEqual(values(draft));
      expect(draft.rows.map((row) => row.option.value).toSorted()).toEqual(['a', 'a1', 'a2', 'b', 'b1']);
      if (values(draft).join() === before.join()) continue;
      draft.steps.undo();
      expect(values(draft)).toEqual(before);
      draft.steps.redo();
    }
  });
});

describe('an edit', () => {
  test('of one cell is one step, whatever the number of keys', () => {
    const draft = new OptionDraft(set([option('a')]));
    for (const label of ['a甲', 'a甲乙', 'a甲乙丙']) draft.edit(0, { label });
    draft.steps.undo();
    expect(draft.isDirty).toBe(false);
    draft.steps.redo();
    expect(draft.rows[0]?.option.label).toBe('a甲乙丙');
  });

  test('of a new name gives the value until it has its own, and branches below follow it', () => {
    const draft = new OptionDraft(TREE);
    const key = draft.add(keyOf(draft, 'b1'));
    draft.edit(key, { label: '丙' });
    expect(draft.rows.at(-1)?.option).toEqual({ value: '丙', label: '丙', parent: 'b' });
    draft.edit(key, { value: 'c' });
    draft.edit(key, { label: '丙丙' });
    expect(draft.rows.at(-1)?.option).toMatchObject({ value: 'c', label: '丙丙' });
    const below = draft.add(key);
    draft.edit(below, { label: '丁' });
    draft.indent(below, 1);
    draft.edit(key, { value: 'd' });
    expect(draft.rows.at(-1)?.option.parent).toBe('d');
  });

  test('that leaves something wrong is reported', () => {
    const draft = new OptionDraft(set([option('a')]));
    const key = draft.add();
    expect(draft.problems.get(key)).toBe('请填写名称');
    draft.edit(key, { label: 'a' });
    expect(draft.problems.get(key)).toBe('值“a”重复');
    draft.drop(key);
    draft.drop(0);
    expect(draft.rows).toHaveLength(1);
    expect(draft.problems.size).toBe(0);
  });

  test('of 200 characters, emoji, RTL or HTML stays as it is', () => {
    const draft = new OptionDraft(set([option('a')]));
    for (const label of ['鲸'.repeat(200), '🐳', 'مرحبا', '<b>x</b>']) {
      draft.edit(0, { label });
      expect(draft.optionSet.options[0]?.label).toBe(label);
      expect(draft.problems.size).toBe(0);
    }
    draft.edit(0, { label: '🐳'.repeat(201) });
    expect(draft.problems.get(0)).toBe('名称最长 200 个字符');
  });
});

test('lines from a spreadsheet become options; what is known or wrong is named', () => {
  const text = '丙\tc\t三、叁\ta\n\na1\n<i>x</i>\n丁\t\t\t没有\n' + '长'.repeat(65);
  const { options, known, refused } = pastedOptions(text, TREE.options, true);
  expect(options).toEqual([
    { value: 'c', label: '丙', parent: 'a', aliases: ['三', '叁'] },
    { value: '<i>x</i>', label: '<i>x</i>' },
  ]);
  expect(known).toEqual(['a1']);
  expect(refused).toEqual(['“丁”的上级“没有”不存在', `“${'长'.repeat(40)}”太长`]);
  const draft = new OptionDraft(TREE);
  draft.append(options);
  expect(values(draft)).toEqual(['a', '-a1', '-a2', '-c', 'b', '-b1', '<i>x</i>']);
});

describe('what two people changed', () => {
  const base = set([option('a'), option('b'), option('c')]);

  test('is put together when they changed different things', () => {
    const mine = set([option('a'), { ...option('b'), label: '乙' }, option('new'), option('c')]);
    const theirs = set([option('a'), { ...option('b'), retired: true }, option('c'), option('other')]);
    const { optionSet, clashes } = mergeOptionSets({ base, mine, theirs });
    expect(optionSet.options).toEqual([
      option('a'),
      { value: 'b', label: '乙', retired: true },
      option('new'),
      option('c'),
      option('other'),
    ]);
    expect(clashes).toEqual([]);
  });

  test('is asked about when they changed the same thing, and mine is taken until it is answered', () => {
    const mine = set([{ ...option('a'), label: '我' }, option('b'), option('c')]);
    const theirs = set([{ ...option('a'), label: '他' }, option('b'), option('c')]);
    const { optionSet, clashes } = mergeOptionSets({ base, mine, theirs });
    expect(optionSet.options[0]?.label).toBe('我');
    expect(clashes).toEqual([{ path: ['options', 'a', 'label'], base: 'a', mine: '我', theirs: '他' }]);
    const choices = new Map([[pathKey(['options', 'a', 'label']), 'theirs' as const]]);
    expect(mergeOptionSets({ base, mine, theirs }, choices).optionSet.options[0]?.label).toBe('他');
  });

  test('keeps my order when I changed it, and theirs when I did not', () => {
    const turned = set([option('c'), option('b'), option('a')]);
    const added = set([option('a'), option('x'), option('b'), option('c')]);
    const order = (merged: OptionSet) => merged.options.map(({ value }) => value);
    expect(order(mergeOptionSets({ base, mine: turned, theirs: added }).optionSet)).toEqual(['c', 'b', 'a', 'x']);
    expect(order(mergeOptionSets({ base, mine: added, theirs: turned }).optionSet)).toEqual(['c', 'b', 'a', 'x']);
  });
});

describe('an option', () => {
  test('keeps its colour and its least amount when another option is edited', () => {
    const options = [{ ...option('数千万'), atLeast: '10000000', tone: 'good' as const }, option('未透露')];
    const draft = new OptionDraft(set(options));
    draft.edit(keyOf(draft, '未透露'), { label: '未披露' });
    expect(draft.optionSet.options[0]).toEqual(options[0]);
  });

  test('takes a plain amount alone as its least one, and none when that is cleared', () => {
    const draft = new OptionDraft(set([option('数千万')]));
    const key = keyOf(draft, '数千万');
    draft.edit(key, { atLeast: '一千万' });
    expect(draft.problems.get(key)).toContain('至少金额');
    draft.edit(key, { atLeast: ' 10000000 ' });
    expect(draft.problems.size).toBe(0);
    expect(draft.optionSet.options[0]?.atLeast).toBe('10000000');
    draft.edit(key, { atLeast: '' });
    expect(draft.isDirty).toBe(false);
  });
});

describe('the levels of a tree', () => {
  test('are named, undone and saved with the set', () => {
    const draft = new OptionDraft(TREE);
    draft.nameLevels([['省份', '省'], ['城市'], []]);
    expect(draft.optionSet.levels).toEqual([['省份', '省'], ['城市']]);
    expect(draft.isDirty).toBe(true);
    draft.steps.undo();
    expect(draft.isDirty).toBe(false);
    expect(draft.optionSet).not.toHaveProperty('levels');
  });

  test('stay what one user called them while another adds an option', () => {
    const mine = { ...TREE, levels: [['省份']] };
    const theirs = { ...TREE, options: [...TREE.options, option('c')] };
    const { optionSet, clashes } = mergeOptionSets({ base: TREE, mine, theirs });
    expect(optionSet).toMatchObject({ levels: [['省份']], options: theirs.options });
    expect(clashes).toEqual([]);
  });

  test('may be called otherwise below one branch', () => {
    const draft = new OptionDraft(TREE);
    draft.edit(keyOf(draft, 'b'), { levelBelow: ['国家'] });
    expect(draft.optionSet.options.find(({ value }) => value === 'b')?.levelBelow).toEqual(['国家']);
    draft.edit(keyOf(draft, 'b'), { levelBelow: [] });
    expect(draft.isDirty).toBe(false);
  });
});

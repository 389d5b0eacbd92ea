import { describe, expect, test } from 'vitest';
import type { Condition } from '#schemas/metadata/condition.ts';
import {
  addRow,
  changeRow,
  comparisonRow,
  draftLines,
  draftRoot,
  moveRow,
  openDraft,
  type DraftGroup,
} from '#client/features/records/filters/filter-draft.ts';
import { joinFilter } from '#client/features/records/filters/filter-tree.ts';
import { compilePredicate } from '#shared/conditions/predicate.ts';
import { anyCondition, everyField, storedRecord } from '#tests/support/metadata/every-field.ts';
import { prng } from '#tests/support/prng.ts';

const one = (field: string): Condition => ({ field, op: 'empty' });
const meant = (draft: DraftGroup) => joinFilter(draftRoot(draft));
const NESTED: Condition = { and: [one('a'), { or: [one('b'), { not: { and: [one('c'), one('d')] } }] }] };

/** The fields of a draft in order, groups in brackets. */
const shape = ({ rows }: DraftGroup): string =>
  rows
    .map((row) => {
      if (row.kind === 'group') return `(${shape(row.group)})`;
      if (row.kind === 'listing') return row.listing.inList;
      if (row.kind === 'noted') return 'noted';
      return row.kind === 'existence'
        ? `${row.existence.objectApiName}[${shape(row.existence.filter)}]`
        : row.comparison.field;
    })
    .join(' ');
const keyOf = (draft: DraftGroup, field: string): number =>
  draftLines(draft).find((row) => row.kind === 'comparison' && row.comparison.field === field)?.key ?? 0;

describe('a filter opened for editing', () => {
  test('comes back as it was, however deep, with its opposites', () => {
    expect(meant(openDraft(NESTED))).toEqual(NESTED);
    expect(meant(openDraft(undefined))).toBeUndefined();
    expect(meant(openDraft({ not: one('a') }))).toEqual({ not: one('a') });
  });

  test('means the same for every record, whatever tree it was', () => {
    const random = prng(11);
    const records = Array.from({ length: 60 }, () => storedRecord(everyField, random));
    const today = { today: '2026-11-21' };
    for (let round = 0; round < 300; round += 1) {
      const before = anyCondition(everyField, random, 5);
      const after = meant(openDraft(before));
      expect(after).toBeDefined();
      const [was, is] = [before, after ?? before].map((filter) => compilePredicate(everyField, filter, today));
      expect(records.map((record) => is?.(record))).toEqual(records.map((record) => was?.(record)));
    }
  });

  test('a comparison walks through every place of the tree, in and out of groups, and back', () => {
    let draft = openDraft(NESTED);
    const key = keyOf(draft, 'a');
    const seen = [shape(draft)];
    for (let step = 0; step < 8; step += 1) {
      draft = moveRow(draft, key, 1);
      seen.push(shape(draft));
    }
    expect(seen).toEqual([
      'a (b (c d))',
      '(a b (c d))',
      '(b a (c d))',
      '(b (a c d))',
      '(b (c a d))',
      '(b (c d a))',
      '(b (c d) a)',
      '(b (c d)) a',
      '(b (c d)) a',
    ]);
    for (let step = 0; step < 7; step += 1) draft = moveRow(draft, key, -1);
    expect(meant(draft)).toEqual(NESTED);
  });

  test('records of another object come back with their number and condition, which stays inside', () => {
    const exists: Condition = {
      exists: { objectApiName: 'Deal', fields: ['firm'], filter: { and: [one('b'), one('c')] }, atLeast: 3 },
    };
    const draft = openDraft({ and: [one('a'), { not: exists }] });
    expect(meant(draft)).toEqual({ and: [one('a'), { not: exists }] });
    expect(shape(draft)).toBe('a Deal[b c]');
    expect(shape(moveRow(draft, keyOf(draft, 'c'), 1))).toBe('a Deal[b c]');
    expect(shape(moveRow(draft, keyOf(draft, 'a'), 1))).toBe('Deal[b c] a');
    const every = openDraft({ exists: { objectApiName: 'Deal', fields: ['firm'] } });
    expect(shape(addRow(every, every.rows[0]?.key, comparisonRow({ field: 'd', op: 'empty' })))).toBe('Deal[d]');
  });

  test('a group changes places with what is beside it', () => {
    const draft = openDraft({ and: [{ or: [one('a'), one('b')] }, { or: [one('c'), one('d')] }] });
    const first = draft.rows[0]?.key ?? 0;
    expect(shape(moveRow(draft, first, 1))).toBe('(c d) (a b)');
    expect(shape(moveRow(draft, first, -1))).toBe('(a b) (c d)');
  });

  test('lines are added to any group and taken out of it; a group left empty means nothing', () => {
    const draft = openDraft(NESTED);
    const inner = draft.rows[1];
    const grown = addRow(draft, inner?.key, comparisonRow({ field: 'e', op: 'empty' }));
    expect(shape(grown)).toBe('a (b (c d) e)');
    const without = ['b', 'c', 'd'].reduce(
      (left, field) => changeRow(left, keyOf(left, field), () => undefined),
      draft,
    );
    expect(shape(without)).toBe('a (())');
    expect(meant(without)).toEqual(one('a'));
  });
});

import type { OptionSet } from '#schemas/metadata/option-set.ts';
import { Merging, type MergeChoices, type MergeClash, type Three } from './merge-parts.ts';

interface MergedOptionSet {
  readonly optionSet: OptionSet;
  /** What both changed to different things, whether or not a choice has been made. */
  readonly clashes: readonly MergeClash[];
}

/**
 * Brings the changes of two users to one option set together; both began at `base`. Options are known by their values
 * and merged attribute by attribute. Where both changed the same attribute differently, `choices` decides, and mine is
 * taken until it does.
 */
export function mergeOptionSets(
  { base, mine, theirs }: Three<OptionSet>,
  choices: MergeChoices = new Map(),
): MergedOptionSet {
  const merging = new Merging(choices);
  const label = merging.value(['label'], { base: base.label, mine: mine.label, theirs: theirs.label });
  const options = merging.keyed(
    ['options'],
    { base: base.options, mine: mine.options, theirs: theirs.options },
    ({ value }) => value,
    (path, three) => merging.record(path, three),
  );
  const levels = merging.value(['levels'], { base: base.levels, mine: mine.levels, theirs: theirs.levels });
  const { levels: _theirs, ...rest } = theirs;
  return { optionSet: { ...rest, label, ...(levels && { levels }), options }, clashes: merging.clashes };
}

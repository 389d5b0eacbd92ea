import type { Section } from '#schemas/metadata/object.ts';
import type { Merging, Three } from './merge-parts.ts';

interface KeyedSection {
  readonly key: string;
  readonly section: Section;
}

/**
 * Merges the sections of a page. Sections have no name of their own, so one that was renamed is known by the fields it
 * kept. A field is in one section: moved by one user it goes there, moved by both to different ones it is a conflict.
 */
export function mergeSections(merging: Merging, path: readonly string[], sides: Three<readonly Section[]>): Section[] {
  const base = keySections(sides.base, [], []);
  const mine = keySections(sides.mine, base, []);
  const theirs = keySections(sides.theirs, base, mine);
  const merged = merging.keyed(
    path,
    { base: base.map(bare), mine: mine.map(bare), theirs: theirs.map(bare) },
    ({ key }) => key,
    (at, { base: from, mine: left, theirs: right }) => ({
      key: left.key,
      section: merging.record(at, { base: from.section, mine: left.section, theirs: right.section }),
    }),
  );
  const homes = mergeHomes(merging, path, { base, mine, theirs });
  const kept = new Map(merged.map(({ key, section }) => [key, section]));
  // A section that one took away while the other put a field into it stays, for the sake of the field.
  for (const { key, section } of [...theirs, ...mine])
    if ([...homes.values()].includes(key) && !kept.has(key)) kept.set(key, section);
  const empty = (key: string) => mine.some((entry) => entry.key === key && entry.section.fields.length === 0);
  return [...kept]
    .map(([key, section]) => {
      const fields = order(merging, [...path, key, 'fields'], key, { base, mine, theirs });
      return { key, section: { ...section, fields: fields.filter((field) => homes.get(field) === key) } };
    })
    .filter(({ key, section }) => section.fields.length > 0 || empty(key))
    .map(({ section }) => section);
}

const bare = ({ key, section }: KeyedSection): KeyedSection => ({ key, section: { ...section, fields: [] } });

/**
 * Keys by label, and for those with another label by the fields they share with one that was there before and is
 * otherwise gone. New ones of two users are one only when they have the same label.
 */
function keySections(
  sections: readonly Section[],
  before: readonly KeyedSection[],
  beside: readonly KeyedSection[],
): KeyedSection[] {
  const taken = new Set<string>();
  const labels = new Set(sections.map((section) => section.label));
  return sections.map((section) => {
    const same = [...before, ...beside].find((entry) => entry.section.label === section.label && !taken.has(entry.key));
    const akin = before.find(
      (entry) => !taken.has(entry.key) && !labels.has(entry.section.label) && shared(entry.section, section) > 0.5,
    );
    let key = (same ?? akin)?.key ?? section.label;
    for (let copy = 2; taken.has(key); copy += 1) key = `${section.label}#${copy}`;
    taken.add(key);
    return { key, section };
  });
}

const shared = (left: Section, right: Section): number =>
  left.fields.filter((field) => right.fields.includes(field)).length /
  Math.max(left.fields.length, right.fields.length, 1);

/** The section of each field; fields in no section are left out. */
function mergeHomes(merging: Merging, path: readonly string[], sides: Three<readonly KeyedSection[]>) {
  const homesOf = (entries: readonly KeyedSection[]) =>
    Object.fromEntries(entries.flatMap(({ key, section }) => section.fields.map((field) => [field, key])));
  const homes = { base: homesOf(sides.base), mine: homesOf(sides.mine), theirs: homesOf(sides.theirs) };
  return new Map(Object.entries(merging.record<Record<string, string>>([...path, 'home'], homes)));
}

/** The fields of one section in order, with those of every side. */
function order(
  merging: Merging,
  path: readonly string[],
  key: string,
  sides: Three<readonly KeyedSection[]>,
): string[] {
  const inSection = (entries: readonly KeyedSection[]) =>
    entries.find((entry) => entry.key === key)?.section.fields ?? [];
  const three = { base: inSection(sides.base), mine: inSection(sides.mine), theirs: inSection(sides.theirs) };
  const merged = merging.names(path, three);
  // Where a field stays in is a question of homes, not of this list.
  return [...merged, ...[...three.mine, ...three.theirs].filter((field) => !merged.includes(field))];
}

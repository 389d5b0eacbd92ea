import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { Rule } from '#schemas/metadata/rule.ts';
import { Merging, type MergeChoices, type MergeClash, type Three } from './merge-parts.ts';
import { mergeSections } from './merge-sections.ts';

export interface MergedDefinition {
  /** At the version of theirs: ready to be saved on top of it. */
  readonly definition: ObjectDefinition;
  /** What both changed to different things, whether or not a choice has been made; in the order of the definition. */
  readonly clashes: readonly MergeClash[];
}

type Layouts = ObjectDefinition['layouts'];

/**
 * Brings the changes of two people together: `mine` and `theirs` both began at `base`. Fields, rules and sections are
 * known by their names and merged attribute by attribute; a rule's text and its message are two things. Where both
 * changed the same place differently, `choices` decides, and mine is kept until it does. Call again with more choices.
 */
export function mergeDefinitions(
  { base, mine, theirs }: Three<ObjectDefinition>,
  choices: MergeChoices = new Map(),
): MergedDefinition {
  const merging = new Merging(choices);
  const plain = ({ fields: _f, layouts: _l, rules: _r, access: _a, version: _v, ...rest }: ObjectDefinition) => rest;
  const root = merging.record([], { base: plain(base), mine: plain(mine), theirs: plain(theirs) });
  const access = merging.record(['access'], { base: base.access, mine: mine.access, theirs: theirs.access });
  const fields = merging.keyed(
    ['fields'],
    { base: base.fields, mine: mine.fields, theirs: theirs.fields },
    (field) => field.apiName,
    (path, three) => mergeField(merging, path, three),
  );
  const layouts = mergeLayouts(merging, { base: base.layouts, mine: mine.layouts, theirs: theirs.layouts });
  const rules = merging.keyed(
    ['rules'],
    { base: base.rules, mine: mine.rules, theirs: theirs.rules },
    (rule) => rule.id,
    (path, three) => mergeRule(merging, path, three),
  );
  return {
    definition: { ...root, version: theirs.version, fields, layouts, rules, access },
    clashes: merging.clashes,
  };
}

function mergeField(merging: Merging, path: readonly string[], { base, mine, theirs }: Three<FieldDefinition>) {
  const plain = ({ config: _config, ...rest }: FieldDefinition) => rest;
  const merged = merging.record(path, { base: plain(base), mine: plain(mine), theirs: plain(theirs) });
  const configs = { base: base.config ?? {}, mine: mine.config ?? {}, theirs: theirs.config ?? {} };
  const config = merging.record([...path, 'config'], configs);
  return { ...merged, ...(Object.keys(config).length > 0 && { config }) };
}

/** What a rule says is one thing: half of one and half of another would be a rule that no user wrote. */
function mergeRule(merging: Merging, path: readonly string[], { base, mine, theirs }: Three<Rule>): Rule {
  const logic = ({ message: _message, ...rest }: Rule) => rest;
  const sense = merging.value([...path, 'rule'], { base: logic(base), mine: logic(mine), theirs: logic(theirs) });
  const message = merging.value([...path, 'message'], {
    base: base.message,
    mine: mine.message,
    theirs: theirs.message,
  });
  return { ...sense, ...(message !== undefined && { message }) };
}

function mergeLayouts(merging: Merging, { base, mine, theirs }: Three<Layouts>): Layouts {
  const each = <T>(pick: (layouts: Layouts) => T): Three<T> => ({
    base: pick(base),
    mine: pick(mine),
    theirs: pick(theirs),
  });
  const names = (path: readonly string[], pick: (layouts: Layouts) => readonly string[] | undefined) => {
    const merged = merging.names(
      path,
      each((layouts) => pick(layouts) ?? []),
    );
    return merged.length > 0 || [mine, theirs].some((side) => pick(side) !== undefined) ? merged : undefined;
  };
  const listRest = ({ list: { columns: _c, filters: _f, ...rest } }: Layouts) => rest;
  const formRest = ({ form: { sections: _s, ...rest } }: Layouts) => rest;
  const otherLayouts = ({ list: _l, detail: _d, form: _f, ...rest }: Layouts) => rest;
  const detailRest = ({
    detail: { sections: _s, related: _r, charts: _c, tags: _t, highlights: _h, ...rest },
  }: Layouts) => rest;
  const tags = names(['detail', 'tags'], ({ detail }) => detail.tags);
  const highlights = names(['detail', 'highlights'], ({ detail }) => detail.highlights);
  const charts = merging.keyed(
    ['detail', 'charts'],
    each(({ detail }) => detail.charts ?? []),
    (chart) => chart.label,
    (path, three) => merging.value(path, three),
  );
  return {
    list: {
      columns: names(['list', 'columns'], ({ list }) => list.columns) ?? [],
      filters: names(['list', 'filters'], ({ list }) => list.filters) ?? [],
      ...merging.record(['list'], each(listRest)),
    },
    detail: {
      ...merging.record(['detail'], each(detailRest)),
      ...(tags && { tags }),
      ...(highlights && { highlights }),
      sections: mergeSections(
        merging,
        ['detail', 'sections'],
        each(({ detail }) => detail.sections),
      ),
      related: merging.keyed(
        ['detail', 'related'],
        each(({ detail }) => detail.related),
        (related) => related.label,
        (path, three) => merging.record(path, three),
      ),
      ...(charts.length > 0 && { charts }),
    },
    form: {
      sections: mergeSections(
        merging,
        ['form', 'sections'],
        each(({ form }) => form.sections),
      ),
      ...merging.record(['form'], each(formRest)),
    },
    ...merging.record([], each(otherLayouts)),
  };
}

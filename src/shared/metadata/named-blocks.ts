import type { ObjectDefinition } from '#schemas/metadata/object.ts';

/** The definition without labels of blocks that are gone in its tabs, and without the tabs that held nothing else. */
export function withoutGoneBlocks(object: ObjectDefinition): ObjectDefinition {
  const { detail } = object.layouts;
  const { sections, related, charts = [], tabs = [] } = detail;
  const labels = new Set<unknown>([...sections, ...related, ...charts].map(({ label }) => label));
  const kept = tabs.flatMap((tab) => {
    const blocks = tab.blocks.filter((label) => labels.has(label));
    if (blocks.length === tab.blocks.length) return [tab];
    return blocks.length > 0 ? [{ ...tab, blocks }] : [];
  });
  const isSame = kept.length === tabs.length && kept.every((tab, at) => tab === tabs[at]);
  return isSame ? object : { ...object, layouts: { ...object.layouts, detail: { ...detail, tabs: kept } } };
}

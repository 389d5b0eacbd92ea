import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { compareShallow, computed } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useCallback, useMemo, useState } from 'react';
import type { ObjectDefinition, Section } from '#schemas/metadata/object.ts';
import { liveFields } from '#generators/object.ts';
import { isComputed } from '#generators/field-types/registry.ts';
import { withoutGoneBlocks } from '#shared/metadata/named-blocks.ts';
import type { Paged } from '#client/features/metadata/base/editor-ui-state.ts';
import { withLayout, type DraftProps } from '#client/features/metadata/base/editor-deps.ts';
import { placesIn } from '#client/features/metadata/draft/definition-index.ts';
import { DragArea } from '#client/features/metadata/definition-parts/ordered-list.tsx';
import { VisibilityRegistry } from '#client/ui/schema-form/visibility-registry.ts';
import { SectionCard } from './section-card.tsx';
import { LayoutHeadForm, PartsCard } from './detail-parts.tsx';

/** The sections of a page: which fields are in which one, with those that are in none at hand. */
export const SectionsTab = observer(function SectionsTab({
  deps,
  draft,
  layout,
}: DraftProps & { readonly layout: Paged }) {
  const { uiState } = deps;
  const { current } = draft;
  const { sections } = current.layouts[layout];
  const put = useCallback(
    (next: readonly Section[]) => draft.change(withSections(draft.current, layout, next)),
    [draft, layout],
  );
  const free = useMemo(
    () => computed(() => unplacedFields(draft.current, layout), { equals: compareShallow }),
    [draft, layout],
  );
  const [near] = useState(() => new VisibilityRegistry());
  const unplaced = free.get();
  const add = () => {
    put([...sections, { label: `分区 ${sections.length + 1}`, fields: [] }]);
    uiState.select({ kind: 'section', layout, index: sections.length });
  };
  return (
    <DragArea>
      <LayoutHeadForm deps={deps} draft={draft} layout={layout} />
      <div className="meta-bar">
        <h3>分区（{sections.length}）</h3>
        <span className="meta-count">
          {unplaced.length === 0 ? '所有字段都已放置' : `还有 ${unplaced.length} 个字段未放置`}
        </span>
        <Button startIcon={<Add />} variant="outlined" onClick={add}>
          添加分区
        </Button>
      </div>
      {sections.length === 0 && (
        <p className="meta-none">{layout === 'form' ? '没有分区时，表单依次显示所有字段' : '还没有分区'}</p>
      )}
      <div className="meta-sections">
        {sections.map((section, index) => (
          <SectionCard
            // A section has no name of its own that stays; its place is its name here.
            key={`${layout}-${String(index)}`}
            {...{ deps, draft, layout, index, section, unplaced, near }}
            count={sections.length}
            onChange={put}
          />
        ))}
      </div>
      {layout === 'detail' && (
        <>
          <PartsCard deps={deps} draft={draft} list="related" />
          <PartsCard deps={deps} draft={draft} list="charts" />
          <PartsCard deps={deps} draft={draft} list="tabs" />
        </>
      )}
    </DragArea>
  );
});

const withSections = (object: ObjectDefinition, layout: Paged, sections: readonly Section[]): ObjectDefinition =>
  withoutGoneBlocks(withLayout(object, layout, { sections: [...sections] }));

/** Fields that are in no section; formulas are not filled, so a form does without them. */
function unplacedFields(object: ObjectDefinition, layout: Paged) {
  const placed = placesIn(object.layouts)[layout];
  return liveFields(object).filter(
    (field) => !placed.has(field.apiName) && (layout === 'detail' || !isComputed(field)),
  );
}

import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import type { ObjectDefinition, Section } from '#schemas/metadata/object.ts';
import { liveFields } from '#generators/object.ts';
import { isComputed } from '#generators/field-types/registry.ts';
import type { Paged } from '#client/features/metadata/base/editor-ui-state.ts';
import { withLayout, type DraftProps } from '#client/features/metadata/base/editor-deps.ts';
import { DragArea } from '#client/features/metadata/definition-parts/ordered-list.tsx';
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
  const put = (next: readonly Section[]) => draft.change(withSections(current, layout, next));
  const unplaced = unplacedFields(current, layout);
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
            deps={deps}
            object={current}
            layout={layout}
            index={index}
            section={section}
            unplaced={unplaced}
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
  withLayout(object, layout, { sections: [...sections] });

/** Fields that are in no section; formulas are not filled, so a form does without them. */
function unplacedFields(object: ObjectDefinition, layout: Paged) {
  const placed = new Set(object.layouts[layout].sections.flatMap((section) => section.fields));
  return liveFields(object).filter(
    (field) => !placed.has(field.apiName) && (layout === 'detail' || !isComputed(field)),
  );
}

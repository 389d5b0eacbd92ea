import { observer } from 'mobx-react-lite';
import { useEffect, useRef, type ReactNode } from 'react';
import type { ObjectDefinition, Section } from '#schemas/metadata/object.ts';
import { findField } from '#generators/object.ts';
import type { Selection } from '#client/features/metadata/base/editor-ui-state.ts';
import { withLayout, type DraftProps } from '#client/features/metadata/base/editor-deps.ts';
import { FieldPanel } from '#client/features/metadata/fields/field-panel.tsx';
import { withRenamedBlock } from '#client/features/metadata/draft/definition-edits.ts';
import type { DefinitionPart } from '#client/features/metadata/definition-parts/definition-part.ts';
import { PopupHead } from '#client/ui/dialogs/popup-head.tsx';
import { PartFormView } from '#client/features/metadata/definition-parts/part-form-view.tsx';
import { NewFieldPanel } from '#client/features/metadata/fields/new-field-panel.tsx';
import { titleIn } from '#client/features/metadata/rules/rule-names.ts';
import { RulePanel } from '#client/features/metadata/rules/rule-panel.tsx';

/** The form of what is selected. */
export const SidePanel = observer(function SidePanel({ deps, draft }: DraftProps) {
  const { uiState } = deps;
  const { selection } = uiState;
  const title = useRef<HTMLHeadingElement>(null);
  const place = JSON.stringify(selection);
  // The panel opens away from the button that asked for it: the cursor goes along, and back when it closes.
  useEffect(() => {
    const from = document.activeElement;
    title.current?.focus();
    return () => {
      if (from instanceof HTMLElement && from.isConnected) from.focus();
    };
  }, [place]);
  if (!selection) return null;
  const content = contentOf(selection, deps, draft);
  return (
    <section className="meta-panel" aria-label={content?.title ?? '已不存在'}>
      <PopupHead
        title={<bdi title={content?.title}>{content?.title ?? '已不存在'}</bdi>}
        titleRef={title}
        onClose={() => uiState.shut()}
        closeLabel="关闭面板"
      />
      <div className="meta-panel-body meta-form">
        {content?.body ?? <p className="meta-none">这一项已被移除，或撤销后不再存在。</p>}
      </div>
    </section>
  );
});

function contentOf(
  selection: Selection,
  deps: DraftProps['deps'],
  draft: DraftProps['draft'],
): { readonly title: string; readonly body: ReactNode } | undefined {
  const { current } = draft;
  switch (selection.kind) {
    case 'newField':
      return { title: '添加字段', body: <NewFieldPanel deps={deps} draft={draft} /> };
    case 'field': {
      const field = findField(current, selection.apiName);
      if (!field) return undefined;
      const body = <FieldPanel key={field.apiName} deps={deps} draft={draft} field={field} />;
      return { title: `字段：${field.label ?? field.apiName}`, body };
    }
    case 'rule': {
      const { index } = selection;
      const rule = current.rules[index];
      if (!rule) return undefined;
      return {
        title: `规则：${titleIn(rule, current)}`,
        body: <RulePanel key={index} deps={deps} draft={draft} rule={rule} index={index} />,
      };
    }
    case 'section':
      return sectionContent(selection, deps, draft);
    case 'part':
      return partContent(selection, deps, draft);
  }
}

/** The fields of a section are on the tab itself. */
const SECTION_FIELDS = ['fields'];

function sectionContent(
  { layout, index }: Extract<Selection, { kind: 'section' }>,
  { schema, lookups, today }: DraftProps['deps'],
  draft: DraftProps['draft'],
) {
  const section = draft.current.layouts[layout].sections[index];
  const kind = schema.kindAt(['layouts', layout, 'sections']);
  if (!section || kind === undefined) return undefined;
  const put = (next: DefinitionPart) => {
    const { sections } = draft.current.layouts[layout];
    const changed = sections.map((before, at) => (at === index ? (next as unknown as Section) : before));
    const { current } = draft;
    const renamed = layout === 'detail' ? withRenamedBlock(current, sections[index]?.label, next['label']) : current;
    draft.change(withLayout(renamed, layout, { sections: changed }), `section-${layout}-${index}`);
  };
  const body = (
    <PartFormView
      key={`${layout}-${index}`}
      kind={kind}
      definitionPart={section}
      onChange={put}
      context={{ schema, object: draft.current, hidden: SECTION_FIELDS }}
      {...{ lookups, today }}
    />
  );
  return { title: `分区：${section.label ?? ''}`, body };
}

const PART_TITLES = { related: '关联列表', charts: '图表', tabs: '标签页' } as const;

function partContent(
  { list, index }: Extract<Selection, { kind: 'part' }>,
  { schema, lookups, today }: DraftProps['deps'],
  draft: DraftProps['draft'],
) {
  const piece = draft.current.layouts.detail[list]?.[index];
  const kind = schema.kindAt(['layouts', 'detail', list]);
  if (!piece || kind === undefined) return undefined;
  const put = (next: DefinitionPart) => {
    const before = draft.current.layouts.detail[list] ?? [];
    const changed = { [list]: before.map((entry, at) => (at === index ? next : entry)) };
    const detail = changed as Partial<ObjectDefinition['layouts']['detail']>;
    const current =
      list === 'tabs' ? draft.current : withRenamedBlock(draft.current, before[index]?.label, next['label']);
    draft.change(withLayout(current, 'detail', detail), `${list}-${index}`);
  };
  const body = (
    <PartFormView
      key={`${list}-${index}`}
      kind={kind}
      definitionPart={piece}
      onChange={put}
      context={{ schema, object: draft.current }}
      {...{ lookups, today }}
    />
  );
  return { title: `${PART_TITLES[list]}：${piece.label ?? ''}`, body };
}

import Close from '@mui/icons-material/Close';
import IconButton from '@mui/material/IconButton';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef, type ReactNode } from 'react';
import type { ObjectDefinition, Section } from '#schemas/metadata/object.ts';
import { findField } from '#generators/object.ts';
import type { Selection } from './editor-desk.ts';
import { withLayout, type DraftProps } from './editor-parts.ts';
import { FieldPanel } from '#client/features/metadata/fields/field-panel.tsx';
import type { Fragment } from '#client/features/metadata/fragments/fragment.ts';
import { FragmentFormView } from '#client/features/metadata/fragments/fragment-form-view.tsx';
import { NewFieldPanel } from '#client/features/metadata/fields/new-field-panel.tsx';
import { RulePanel } from '#client/features/metadata/rules/rule-panel.tsx';

/** The form of what is selected. */
export const SidePanel = observer(function SidePanel({ parts, draft }: DraftProps) {
  const { desk } = parts;
  const { selection } = desk;
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
  const content = contentOf(selection, parts, draft);
  return (
    <section className="meta-panel" aria-label={content?.title ?? '已不存在'}>
      <header>
        <h2 ref={title} tabIndex={-1} title={content?.title}>
          <bdi>{content?.title ?? '已不存在'}</bdi>
        </h2>
        <IconButton aria-label="关闭面板" onClick={() => desk.shut()}>
          <Close sx={{ fontSize: 18 }} />
        </IconButton>
      </header>
      <div className="meta-panel-body meta-form">
        {content?.body ?? <p className="meta-none">这一项已被移除，或撤销后不再存在。</p>}
      </div>
    </section>
  );
});

function contentOf(
  selection: Selection,
  parts: DraftProps['parts'],
  draft: DraftProps['draft'],
): { readonly title: string; readonly body: ReactNode } | undefined {
  const { current } = draft;
  switch (selection.kind) {
    case 'newField':
      return { title: '添加字段', body: <NewFieldPanel parts={parts} draft={draft} /> };
    case 'field': {
      const field = findField(current, selection.apiName);
      if (!field) return undefined;
      const body = <FieldPanel key={field.apiName} parts={parts} draft={draft} field={field} />;
      return { title: `字段：${field.label ?? field.apiName}`, body };
    }
    case 'rule': {
      const { index } = selection;
      const rule = current.rules[index];
      if (!rule) return undefined;
      return {
        title: `规则：${rule.id}`,
        body: <RulePanel key={index} parts={parts} draft={draft} rule={rule} index={index} />,
      };
    }
    case 'section':
      return sectionContent(selection, parts, draft);
    case 'part':
      return partContent(selection, parts, draft);
  }
}

/** The fields of a section stand on the tab itself. */
const SECTION_FIELDS = ['fields'];

function sectionContent(
  { layout, index }: Extract<Selection, { kind: 'section' }>,
  { language, lookups, today }: DraftProps['parts'],
  draft: DraftProps['draft'],
) {
  const section = draft.current.layouts[layout].sections[index];
  const kind = language.kindAt(['layouts', layout, 'sections']);
  if (!section || kind === undefined) return undefined;
  const put = (next: Fragment) => {
    const { sections } = draft.current.layouts[layout];
    const changed = sections.map((before, at) => (at === index ? (next as unknown as Section) : before));
    draft.change(withLayout(draft.current, layout, { sections: changed }), `section-${layout}-${index}`);
  };
  const body = (
    <FragmentFormView
      key={`${layout}-${index}`}
      kind={kind}
      fragment={section}
      onChange={put}
      around={{ language, object: draft.current, hidden: SECTION_FIELDS }}
      {...{ lookups, today }}
    />
  );
  return { title: `分区：${section.label ?? ''}`, body };
}

function partContent(
  { list, index }: Extract<Selection, { kind: 'part' }>,
  { language, lookups, today }: DraftProps['parts'],
  draft: DraftProps['draft'],
) {
  const piece = draft.current.layouts.detail[list]?.[index];
  const kind = language.kindAt(['layouts', 'detail', list]);
  if (!piece || kind === undefined) return undefined;
  const put = (next: Fragment) => {
    const before = draft.current.layouts.detail[list] ?? [];
    const changed = { [list]: before.map((entry, at) => (at === index ? next : entry)) };
    const detail = changed as Partial<ObjectDefinition['layouts']['detail']>;
    draft.change(withLayout(draft.current, 'detail', detail), `${list}-${index}`);
  };
  const body = (
    <FragmentFormView
      key={`${list}-${index}`}
      kind={kind}
      fragment={piece}
      onChange={put}
      around={{ language, object: draft.current }}
      {...{ lookups, today }}
    />
  );
  return { title: `${list === 'charts' ? '图表' : '关联列表'}：${piece.label ?? ''}`, body };
}

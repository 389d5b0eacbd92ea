import { observer } from 'mobx-react-lite';
import { type CSSProperties, useCallback } from 'react';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { detailHeader } from '#generators/detail.ts';
import type { DetailBlock } from '#generators/detail-blocks.ts';
import { cellOf } from '#client/ui/field-types/registry.ts';
import { PlainTabs, tabId } from '#client/ui/plain-tabs.tsx';
import { shownTab } from './shown-tab.ts';
import type { PreviewProps } from '#client/features/metadata/base/editor-deps.ts';

const PANEL = 'meta-detail-tab';

/** The detail page of the draft with the newest record, or with empty places where there is none. */
export const DetailPreview = observer(function DetailPreview({ deps, object }: PreviewProps) {
  const { preview, lookups, schema, uiState } = deps;
  const record = preview.records?.[0] ?? { id: '0' };
  const header = detailHeader(object);
  const { tabs, tab } = shownTab(object, uiState);
  const reveal = useCallback((element: HTMLElement | null) => element?.scrollIntoView?.({ block: 'nearest' }), []);
  const isMade = ({ label }: DetailBlock) => label === uiState.made?.label;
  const value = (field: FieldDefinition) => {
    const Cell = cellOf(field);
    return <Cell field={field} value={preview.valueOf(record, field)} options={lookups} />;
  };
  const pair = (field: FieldDefinition) => (
    <div key={field.apiName}>
      <dt title={field.label}>
        <bdi>{field.label}</bdi>
      </dt>
      <dd>{value(field)}</dd>
    </div>
  );
  const looks = schema.forms?.['related']?.definition.fields.find(({ apiName }) => apiName === 'viewKind');
  const lookOf = (block: DetailBlock): string => {
    if (block.kind !== 'related') return '图表';
    const { kind } = block.related.view ?? {};
    return looks?.selectOptions?.find((option) => option.value === kind)?.label ?? '关联列表';
  };
  return (
    <div className="meta-detail" role="group" aria-label="详情预览">
      <header>
        {header.logo && <div className="meta-logo">{value(header.logo)}</div>}
        <div>
          <strong>{header.name && value(header.name)}</strong>
          <div className="meta-chips">
            {header.facts.map((field) => (
              <span key={field.apiName}>{value(field)}</span>
            ))}
          </div>
          {header.subtitle && <div>{value(header.subtitle)}</div>}
          <div className="meta-chips">
            {header.tags.map((field) => (
              <span key={field.apiName}>{value(field)}</span>
            ))}
          </div>
        </div>
      </header>
      {header.highlights.length > 0 && <dl className="meta-highlights">{header.highlights.map(pair)}</dl>}
      {tabs.length > 1 && tab && (
        <PlainTabs
          label="预览的标签页"
          panel={PANEL}
          tabs={tabs.map(({ id, label }) => ({ value: id, label }))}
          value={tab.id}
          onChange={(id) => uiState.openPageTab(id)}
        />
      )}
      <div id={PANEL} {...(tabs.length > 1 && tab && { role: 'tabpanel', 'aria-labelledby': tabId(PANEL, tab.id) })}>
        {tab?.blocks.map((block) =>
          block.kind === 'section' ? (
            <section key={block.id} aria-label={block.label}>
              <h4 title={block.label}>
                <bdi>{block.label}</bdi>
              </h4>
              {block.section.help !== undefined && <p>{block.section.help}</p>}
              <dl style={{ '--columns': Math.min(block.section.columns, 2) } as CSSProperties}>
                {block.section.fields.map(pair)}
              </dl>
            </section>
          ) : (
            <p
              key={block.id}
              className="meta-none"
              title={block.label}
              aria-current={isMade(block) || undefined}
              ref={isMade(block) ? reveal : undefined}
            >
              <bdi>
                {lookOf(block)}：{block.label}
              </bdi>
            </p>
          ),
        )}
      </div>
    </div>
  );
});

import { observer } from 'mobx-react-lite';
import type { CSSProperties } from 'react';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { detailHeader, detailRelated, detailSections } from '#generators/detail.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { cellOf } from '#client/ui/field-types/registry.ts';
import type { DraftProps } from '#client/features/metadata/base/editor-deps.ts';

/** The detail page of the draft with the newest record, or with empty places where there is none. */
export const DetailPreview = observer(function DetailPreview({ deps, draft }: DraftProps) {
  const { preview, lookups } = deps;
  const { current } = draft;
  const record = preview.records?.[0] ?? { id: '0' };
  const header = detailHeader(current);
  const value = (field: FieldDefinition) => {
    const Cell = cellOf(field);
    return <Cell field={field} value={recordValue(record, field.apiName)} options={lookups} />;
  };
  const pair = (field: FieldDefinition) => (
    <div key={field.apiName}>
      <dt title={field.label}>
        <bdi>{field.label}</bdi>
      </dt>
      <dd>{value(field)}</dd>
    </div>
  );
  const charts = current.layouts.detail.charts ?? [];
  return (
    <div className="meta-detail" role="group" aria-label="详情预览">
      <header>
        {header.logo && <div className="meta-logo">{value(header.logo)}</div>}
        <div>
          <strong>{header.name && value(header.name)}</strong>
          {header.subtitle && <div>{value(header.subtitle)}</div>}
          <div className="meta-chips">
            {header.tags.map((field) => (
              <span key={field.apiName}>{value(field)}</span>
            ))}
          </div>
        </div>
      </header>
      {header.highlights.length > 0 && <dl className="meta-highlights">{header.highlights.map(pair)}</dl>}
      {detailSections(current).map((section) => (
        <section key={section.id} aria-label={section.label}>
          <h4 title={section.label}>
            <bdi>{section.label}</bdi>
          </h4>
          {section.help !== undefined && <p>{section.help}</p>}
          <dl style={{ '--columns': Math.min(section.columns, 2) } as CSSProperties}>{section.fields.map(pair)}</dl>
        </section>
      ))}
      {[
        ...charts.map(({ label }) => `图表：${label}`),
        ...detailRelated(current).map(({ label }) => `关联列表：${label}`),
      ].map((words) => (
        <p key={words} className="meta-none" title={words}>
          <bdi>{words}</bdi>
        </p>
      ))}
    </div>
  );
});

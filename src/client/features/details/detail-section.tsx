import type { CSSProperties } from 'react';
import type { DetailSection as Section } from '#generators/detail.ts';
import { FieldHistory } from '#client/ui/field-history.tsx';
import { DetailValue, type DetailPartProps } from './detail-value.tsx';

/** A titled grid of label and value. */
export function DetailSection({ section, ...part }: DetailPartProps & { readonly section: Section }) {
  return (
    <section id={section.id} className="detail-card" aria-labelledby={`${section.id}-title`}>
      <h2 id={`${section.id}-title`}>{section.label}</h2>
      {section.help !== undefined && <p style={{ color: 'var(--text-soft)', margin: '0 0 8px' }}>{section.help}</p>}
      <dl
        className="detail-grid"
        data-columns={section.columns}
        style={{ '--detail-columns': section.columns } as CSSProperties}
      >
        {section.fields.map((field) => (
          <div key={field.apiName} className="detail-field">
            <dt title={field.config?.help}>
              {field.label}
              {part.store.reply?.editable === true && (
                <FieldHistory
                  className="detail-history"
                  field={field}
                  historyOf={part.store.history}
                  options={part.options}
                />
              )}
            </dt>
            <dd>
              <DetailValue {...part} field={field} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

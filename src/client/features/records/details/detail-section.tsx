import type { CSSProperties } from 'react';
import type { DetailSection as Section } from '#generators/detail.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { DetailValue, type DetailPartProps } from './detail-value.tsx';
import { ValueSource } from './value-source.tsx';

interface DetailSectionProps extends DetailPartProps {
  readonly section: Section;
  /** Without the marks behind the labels: where values come from is no question. */
  readonly isPlain?: boolean;
}

/** A titled grid of label and value. */
export function DetailSection({ section, isPlain = false, ...part }: DetailSectionProps) {
  return (
    <section id={section.id} className="detail-card" aria-labelledby={`${section.id}-title`}>
      <h2 id={`${section.id}-title`}>{section.label}</h2>
      {section.help !== undefined && <p className="detail-help">{section.help}</p>}
      <dl
        className="detail-grid"
        data-columns={section.columns}
        style={{ '--detail-columns': section.columns } as CSSProperties}
      >
        {section.fields.map((field) => (
          <div key={field.apiName} className="detail-field">
            <dt title={field.config?.help}>
              {field.label}
              {!isPlain && !part.store.isLocked(field.apiName) && !isSealed(field) && (
                <ValueSource {...part} field={field} />
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

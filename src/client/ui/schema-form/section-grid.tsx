import { observer } from 'mobx-react-lite';
import { type CSSProperties, type ReactNode, useMemo } from 'react';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { type FormSection, isWide } from '#generators/ui-schema.ts';
import { useFormScope } from './form-scope.ts';
import type { FormShape } from './form-shape.ts';
import { StretchFields } from './stretch-fields.tsx';
import { useNear } from './use-near.ts';

/** Rows of fields ready at the first paint: what a screen of 900 pixels shows. */
const ROWS_AT_ONCE = 12;
/** Rows that become ready together later. */
const ROWS_TOGETHER = 8;

/** A few rows of fields of one section. */
interface StretchPart {
  readonly fields: readonly FieldDefinition[];
  readonly names: readonly string[];
  /** Is it drawn at the first paint? */
  readonly ready: boolean;
}

/** All sections of a form: plain elements in a CSS grid, a few rows at a time. */
export function SectionGrid({ shape }: { readonly shape: FormShape }) {
  const cut = useMemo(() => cutSections(shape), [shape]);
  return cut.map(({ section, stretches }) => (
    <SectionBox key={section.id} section={section}>
      {stretches.map((stretch) => (
        <Stretch key={stretch.names[0]} {...stretch} columns={section.columns} />
      ))}
    </SectionBox>
  ));
}

/** Share of a row that a field takes. */
const rowsOf = (field: FieldDefinition, columns: number): number => (isWide(field) ? 1 : 1 / columns);

/** Cuts the fields of each section into stretches: the first as long as a screen, the others shorter. */
function cutSections({ sections, fields }: FormShape) {
  let before = 0;
  return sections.map((section) => {
    const stretches: (StretchPart & { fields: FieldDefinition[]; names: string[] })[] = [];
    let rows = Infinity;
    for (const apiName of section.fields) {
      const field = fields.get(apiName);
      if (!field) continue;
      if (rows >= (stretches.length === 1 ? ROWS_AT_ONCE : ROWS_TOGETHER)) {
        stretches.push({ fields: [], names: [], ready: before < ROWS_AT_ONCE });
        rows = 0;
      }
      stretches.at(-1)?.fields.push(field);
      stretches.at(-1)?.names.push(apiName);
      rows += rowsOf(field, section.columns);
      before += rowsOf(field, section.columns);
    }
    return { section, stretches };
  });
}

/** A titled section; gone while rules hide all of its fields. */
const SectionBox = observer(function SectionBox({ section, children }: { section: FormSection; children: ReactNode }) {
  const { store } = useFormScope();
  if (!section.fields.some((apiName) => store.shows(apiName))) return null;
  return (
    <section id={section.id} className="jt-section" aria-labelledby={`${section.id}-title`}>
      <h2 id={`${section.id}-title`}>{section.label}</h2>
      {section.help !== undefined && <p>{section.help}</p>}
      <div className="jt-stretches" style={{ '--columns': section.columns } as CSSProperties}>
        {children}
      </div>
    </section>
  );
});

/** A few rows of fields: one blank with their labels until they come near the screen, so that the browser's search finds them. */
function Stretch({ fields, names, ready, columns }: StretchPart & Pick<FormSection, 'columns'>) {
  const { store, near } = useFormScope();
  const { here, watch } = useNear(near, names, ready);
  if (here) return <StretchFields fields={fields} />;
  const waiting = fields.filter(({ apiName }) => !store.mayHide(apiName));
  const rows = Math.ceil(waiting.reduce((sum, field) => sum + rowsOf(field, columns), 0));
  return (
    <div className="jt-waiting" ref={watch} style={{ '--rows': rows } as CSSProperties}>
      {waiting.map(({ label }) => label).join(' ')}
    </div>
  );
}

import { observer } from 'mobx-react-lite';
import type { CSSProperties, ReactElement, ReactNode } from 'react';
import type { FormSection } from '#generators/ui-schema.ts';
import { useFormScope } from './form-scope.ts';
import { useNear } from './use-near.ts';

/** Rows of fields ready at the first paint: what a screen of 900 pixels shows. */
const ROWS_AT_ONCE = 12;
/** Rows that become ready together later. */
const ROWS_TOGETHER = 8;

interface SectionGridProps {
  readonly sections: readonly FormSection[];
  /** The element of each field, made but not yet drawn. */
  readonly contents: ReadonlyMap<string, ReactElement>;
  readonly isWide: (apiName: string) => boolean;
}

/** All sections of a form: plain elements in a CSS grid, a few rows at a time. */
export function SectionGrid({ sections, contents, isWide }: SectionGridProps) {
  let rows = 0;
  return sections.map((section) => {
    const rowsOf = (apiName: string) => (isWide(apiName) ? 1 : 1 / section.columns);
    return (
      <SectionBox key={section.id} section={section}>
        {stretches(section.fields, rowsOf).map((fields) => {
          const ready = rows < ROWS_AT_ONCE;
          rows += fields.reduce((sum, apiName) => sum + rowsOf(apiName), 0);
          return <Stretch key={fields[0]} {...{ fields, ready, contents, isWide, rowsOf }} />;
        })}
      </SectionBox>
    );
  });
}

/** Cuts the fields of a section into stretches: the first as long as a screen, the others shorter. */
function stretches(fields: readonly string[], rowsOf: (apiName: string) => number): readonly (readonly string[])[] {
  const cut: string[][] = [[]];
  let rows = 0;
  for (const apiName of fields) {
    const limit = cut.length === 1 ? ROWS_AT_ONCE : ROWS_TOGETHER;
    if (rows >= limit) {
      cut.push([]);
      rows = 0;
    }
    cut.at(-1)?.push(apiName);
    rows += rowsOf(apiName);
  }
  return cut;
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

interface StretchProps extends Pick<SectionGridProps, 'contents' | 'isWide'> {
  readonly fields: readonly string[];
  readonly ready: boolean;
  /** Share of a row that a field takes. */
  readonly rowsOf: (apiName: string) => number;
}

/** A few rows of fields: one blank with their labels until they come near the screen, so that the browser's search finds them. */
function Stretch({ fields, ready, contents, isWide, rowsOf }: StretchProps) {
  const { store, near } = useFormScope();
  const { here, watch } = useNear(near, fields, ready);
  const className = (apiName: string) => (isWide(apiName) ? 'jt-row' : undefined);
  if (here) {
    return (
      <div className="jt-grid">
        {fields.map((apiName) => (
          <Place key={apiName} apiName={apiName} className={className(apiName)}>
            {contents.get(apiName)}
          </Place>
        ))}
      </div>
    );
  }
  const waiting = fields.filter((apiName) => !store.mayHide(apiName));
  const rows = Math.ceil(waiting.reduce((sum, apiName) => sum + rowsOf(apiName), 0));
  return (
    <div className="jt-waiting" ref={watch} style={{ '--rows': rows } as CSSProperties}>
      {waiting.map((apiName) => store.shape.fields.get(apiName)?.label).join(' ')}
    </div>
  );
}

interface PlaceProps {
  readonly apiName: string;
  readonly className: string | undefined;
  readonly children: ReactNode;
}

/** The place of one field. Most are never hidden and need no observer. */
function Place({ apiName, className, children }: PlaceProps) {
  const { store } = useFormScope();
  if (store.mayHide(apiName)) return <ConditionalPlace {...{ apiName, className }}>{children}</ConditionalPlace>;
  return <div className={className}>{children}</div>;
}

const ConditionalPlace = observer(function ConditionalPlace({ apiName, className, children }: PlaceProps) {
  const { store } = useFormScope();
  return store.shows(apiName) ? <div className={className}>{children}</div> : null;
});

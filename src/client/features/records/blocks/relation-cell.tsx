import { observer } from 'mobx-react-lite';
import type { Relation } from '#schemas/api/details.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ReferenceValue } from '#schemas/metadata/value.ts';
import { Chip } from '#client/ui/field-types/cells/chip.tsx';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';

interface RelationCellProps {
  readonly relation: Relation | undefined;
  /** Fields of the records listed. */
  readonly fields: readonly FieldDefinition[];
  readonly options: OptionLabels;
}

/** Words for what two records share, each once, with the labels of the fields that hold it. */
function sharedLabel(
  fields: readonly FieldDefinition[],
  shared: Readonly<Record<string, unknown>>,
  options: OptionLabels,
) {
  const words = new Map<string, string[]>();
  for (const field of fields.filter(({ apiName }) => Object.hasOwn(shared, apiName))) {
    const value = shared[field.apiName];
    for (const entry of (Array.isArray(value) ? value : [value]) as readonly (string | ReferenceValue)[]) {
      const word =
        typeof entry === 'string'
          ? options.label(field.config?.optionSet, entry, field)
          : (entry.name ?? `#${entry.id}`);
      words.set(word, [...(words.get(word) ?? []), field.label]);
    }
  }
  return [...words];
}

/** As much of an instant as a date says. */
const dayOf = (text: string): string => text.slice(0, 10);

/** How a record is related to the one on screen: how often and how lately, or what both have in common. */
export const RelationCell = observer(function RelationCell({ relation, fields, options }: RelationCellProps) {
  const { count, latest, shared } = relation ?? {};
  if (shared) {
    return (
      <div className="related-shared">
        {sharedLabel(fields, shared, options).map(([word, labels]) => (
          <Chip key={word} title={`${labels.join('、')}相同：${word}`}>
            {word}
          </Chip>
        ))}
      </div>
    );
  }
  if (count === undefined) return null;
  return (
    <span className="related-count">
      <b>{count}</b> 次{latest !== undefined && <span> · 最近 {dayOf(latest)}</span>}
    </span>
  );
});

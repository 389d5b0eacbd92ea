import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { liveFields } from '#generators/object.ts';
import { fieldIn } from '#client/features/metadata/draft/definition-index.ts';
import { FieldChoice } from '#client/features/metadata/definition-parts/field-choice.tsx';
import { moved } from '#client/features/metadata/draft/definition-edits.ts';
import { OrderedList } from '#client/features/metadata/definition-parts/ordered-list.tsx';

interface NameListProps {
  readonly title: string;
  readonly help: string;
  readonly object: ObjectDefinition;
  readonly names: readonly string[];
  readonly onChange: (names: string[]) => void;
}

/** An ordered choice of the object's fields, with those not chosen at hand. */
export function NameList({ title, help, object, names, onChange }: NameListProps) {
  const listed = new Set(names);
  const rest = liveFields(object).filter((field) => !listed.has(field.apiName) && !isSealed(field));
  return (
    <section className="meta-card" aria-label={title}>
      <h3>
        {title}（{names.length}）
      </h3>
      <p>{help}</p>
      <OrderedList
        label={title}
        empty="还没有字段"
        items={names.map((apiName) => {
          const field = fieldIn(object, apiName);
          return { key: apiName, label: field?.label ?? apiName, hint: field && fieldType(field).label };
        })}
        onMove={(from, to) => onChange(moved(names, from, to))}
        onRemove={(apiName) => onChange(names.filter((name) => name !== apiName))}
        onTake={(apiName, index) => {
          if (names.includes(apiName)) return;
          onChange([...names.slice(0, index), apiName, ...names.slice(index)]);
        }}
      />
      <FieldChoice label={`添加${title}`} fields={rest} onPick={(apiName) => onChange([...names, apiName])} />
    </section>
  );
}

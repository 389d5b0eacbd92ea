import { observer } from 'mobx-react-lite';
import { optionTone } from '#generators/options.ts';
import type { CellProps } from '#client/ui/field-types/field-type-ui.ts';
import { Chip } from './chip.tsx';
import { Clipped, Empty, isEmptyValue } from './clipped.tsx';

/** One or several options as chips. */
export const ChoiceCell = observer(function ChoiceCell({ field, value, options }: CellProps) {
  if (isEmptyValue(value)) return <Empty />;
  const values = Array.isArray(value) ? (value as readonly string[]) : [String(value)];
  const labels = values.map((entry) => options.label(field.config?.optionSet, entry, field));
  return (
    <Clipped title={labels.join('、')}>
      {labels.map((label, index) => (
        <Chip key={values[index]} tone={optionTone(values[index] ?? '', field)}>
          {label}
        </Chip>
      ))}
    </Clipped>
  );
});

/** A branch of a tree with the way to it. */
export const TreeCell = observer(function TreeCell({ field, value, options }: CellProps) {
  if (isEmptyValue(value)) return <Empty />;
  const path = options.path(field.config?.optionSet, String(value));
  const text = path.length > 0 ? path.join(' / ') : options.label(field.config?.optionSet, String(value), field);
  return <Clipped title={text}>{text}</Clipped>;
});

/** 是 or 否. */
export function BooleanCell({ value }: CellProps) {
  return typeof value === 'boolean' ? <span>{value ? '是' : '否'}</span> : <Empty />;
}

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { fieldType, valueKind } from '#generators/field-types/registry.ts';
import { editorsOf } from '#client/ui/field-types/editors.ts';
import { NativeChoice } from '#client/ui/field-types/inputs/control.tsx';
import { type PartProps, textOf, viewOf } from './part-lookups.ts';
import './parts.css';

/** In place of a date: the day on which the rule is followed. */
const TODAY = '$today';

/** A value of a field that is kept as a text, filled in as that field is. */
export const ValuePart = observer(function ValuePart(props: PartProps) {
  const { field, valueOf, value } = props;
  const { view } = viewOf(props, props.parts);
  const name = textOf(valueOf(field.config?.holdsOf ?? ''));
  const target = view?.fields.find(({ apiName }) => apiName === name);
  const { Input } = editorsOf(field);
  if (!target && textOf(value) !== '') return <Input {...props} />;
  if (!target)
    return <Input {...props} disabled field={{ ...field, config: { ...field.config, placeholder: '请先选择字段' } }} />;
  return <TargetValue key={name} {...props} target={target} />;
});

/** A text as a value of the field; a text that is none is handed on as it is, and said to be wrong. */
function read(text: string, target: FieldDefinition): { readonly value: FieldValue; readonly reason?: string } {
  if (text === '' || text === TODAY) return { value: undefined };
  const parsed = fieldType(target).fromText(text, target);
  if ('value' in parsed) return parsed;
  // A tree comes as far as is asked, and the text is then the option itself.
  const isLater = fieldType(target).options === 'tree' && target.selectOptions === undefined;
  return isLater ? { value: text } : { value: text, reason: parsed.reason };
}

function TargetValue({ target, ...props }: PartProps & { readonly target: FieldDefinition }) {
  const { field, value, onChange, problem, disabled } = props;
  const text = textOf(value);
  // What is half filled has no text yet, and stays on the screen.
  const [filled, fill] = useState<FieldValue>(() => read(text, target).value);
  const written = (of: FieldValue) => (of === undefined || of === null ? '' : fieldType(target).toText(of, target));
  const known = read(text, target);
  const shown = written(filled) === text ? filled : known.value;
  const { Input } = editorsOf(target);
  const isDay = valueKind(target) === 'date';
  const put = (next: FieldValue) => {
    fill(next);
    onChange(written(next) || undefined);
  };
  return (
    <div className="part-line">
      {isDay && (
        <NativeChoice
          aria-label={`${field.label}：哪一天`}
          value={text === TODAY ? TODAY : ''}
          disabled={disabled === true}
          onChange={({ target: { value: way } }) => (way === TODAY ? onChange(TODAY) : put(undefined))}
        >
          <option value="">指定日期</option>
          <option value={TODAY}>处理当天</option>
        </NativeChoice>
      )}
      {text !== TODAY && (
        <div className="part-grow">
          <Input
            {...props}
            field={{ ...target, required: false }}
            value={shown}
            problem={problem ?? known.reason}
            onChange={put}
            allowed={undefined}
          />
          {known.reason !== undefined && <p className="part-fault">{known.reason}</p>}
        </div>
      )}
    </div>
  );
}

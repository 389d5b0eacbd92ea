import { observer } from 'mobx-react-lite';
import { heldFields } from '#shared/metadata/held-fields.ts';
import { NativeChoice } from '#client/ui/field-types/inputs/control.tsx';
import { NameChooser } from './name-part.tsx';
import { type PartProps, textOf, viewOf } from './part-lookups.ts';
import './parts.css';

/** A field that a list is ordered by, and which end is first: `amount.desc`. */
export const OrderPart = observer(function OrderPart(props: PartProps) {
  const { value, onChange, disabled, field } = props;
  const { object, view } = viewOf(props, props.parts);
  const [name = '', way = 'desc'] = textOf(value).split('.');
  return (
    <div className="part-line">
      <div className="part-grow">
        <NameChooser
          {...props}
          value={name}
          all={view ? heldFields('order', view.fields) : []}
          isClosed={!view}
          hint={object === '' ? '请先选择对象' : '选择字段'}
          onChange={(chosen) => onChange(typeof chosen === 'string' ? `${chosen}.${way}` : undefined)}
        />
      </div>
      <NativeChoice
        aria-label={`${field.label}：顺序`}
        value={way}
        disabled={disabled === true || name === ''}
        onChange={({ target }) => onChange(`${name}.${target.value}`)}
      >
        <option value="desc">从大到小</option>
        <option value="asc">从小到大</option>
      </NativeChoice>
    </div>
  );
});

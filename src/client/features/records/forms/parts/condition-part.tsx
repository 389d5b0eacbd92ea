import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { labelId } from '#client/ui/field-types/inputs/control.tsx';
import { editorsOf } from '#client/ui/field-types/editors.ts';
import { lazyPopup } from '#client/ui/lazy-part.tsx';
import { readCondition, wordsOf } from './held-words.ts';
import { type PartProps, textOf, viewOf } from './part-lookups.ts';
import './parts.css';

const FilterPanel = lazyPopup(
  async () => (await import('#client/features/records/filters/filter-panel.tsx')).FilterPanel,
);

/** A condition put together by the panel of lists; what that panel cannot show stays the text that it is. */
export const ConditionPart = observer(function ConditionPart(props: PartProps) {
  const { id, field, value, onChange, onBlur, disabled, parts } = props;
  const [isOpen, setOpen] = useState(false);
  const [asText, setAsText] = useState(false);
  const { object, view } = viewOf(props, props.parts);
  const text = textOf(value);
  const { Input } = editorsOf(field);
  if (!view)
    return text !== '' ? (
      <Input {...props} />
    ) : (
      <p className="part-words part-none">{object === '' ? '请先选择对象' : '正在读取对象的字段…'}</p>
    );
  const known = readCondition(text, field, view, parts);
  const isOdd = 'reason' in known;
  const close = () => {
    setOpen(false);
    onBlur();
  };
  return (
    <div id={id} role="group" tabIndex={-1} aria-labelledby={labelId(id)} className="part-condition">
      {isOdd || asText ? (
        <Input {...props} id={`${id}-text`} />
      ) : (
        <p className="part-words">{known.condition ? wordsOf(known.condition, view, parts) : '全部记录'}</p>
      )}
      {isOdd && <p className="part-fault">不能以条件构建器显示：{known.reason}</p>}
      {disabled !== true && (
        <div className="part-line">
          {!isOdd && (
            <Button size="small" variant="outlined" onClick={() => setOpen(true)}>
              {text === '' ? '设置条件' : '修改条件'}
            </Button>
          )}
          {text !== '' && (
            <Button size="small" color="inherit" onClick={() => onChange(undefined)}>
              清除
            </Button>
          )}
          {!isOdd && (
            <Button size="small" color="inherit" onClick={() => setAsText(!asText)}>
              {asText ? '以条件显示' : '以文字编辑'}
            </Button>
          )}
        </div>
      )}
      {isOpen && !isOdd && (
        <FilterPanel
          view={{ ...view, hasNotes: false }}
          filter={known.condition}
          lookups={parts}
          lastLook={field.config?.asksLastLook}
          words={{ title: field.label, apply: '确定', all: '全部记录', some: '满足' }}
          onApply={(next) => onChange(next ? JSON.stringify(next) : undefined)}
          onClose={close}
        />
      )}
    </div>
  );
});

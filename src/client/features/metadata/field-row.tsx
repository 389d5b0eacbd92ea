import DragIndicator from '@mui/icons-material/DragIndicator';
import MoreVert from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import { observer } from 'mobx-react-lite';
import { useState, type KeyboardEvent } from 'react';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { LateMenu } from '#client/ui/late-popups.tsx';
import { addField, freeName, hideField, isShown, replaceField, show, type Place } from './definition-edits.ts';
import type { DraftProps } from './editor-parts.ts';

const PLACES: readonly { readonly place: Place; readonly label: string }[] = [
  { place: 'column', label: '在列表中显示' },
  { place: 'filter', label: '作为筛选' },
  { place: 'detail', label: '在详情中显示' },
  { place: 'form', label: '在表单中显示' },
];
const FLAGS = [
  { flag: 'searchable', label: '关键词可搜索' },
  { flag: 'sortable', label: '列表可排序' },
] as const;

interface FieldRowProps extends DraftProps {
  readonly field: FieldDefinition;
  readonly isOver: boolean;
  readonly onStep: (event: KeyboardEvent) => void;
  readonly onDrag: (isOn: boolean) => void;
  readonly onOver: () => void;
  readonly onDrop: () => void;
}

/** One field: its words, its switches, and what can be done with it. */
export const FieldRow = observer(function FieldRow(props: FieldRowProps) {
  const { parts, draft, field, isOver, onStep, onDrag, onOver, onDrop } = props;
  const { desk, editor } = parts;
  const { current, base } = draft;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { apiName, label, config } = field;
  const type = fieldType(field);
  const isNew = base?.fields.some((saved) => saved.apiName === apiName) !== true;
  const isName = current.nameField === apiName;
  const isSelected = desk.selection?.kind === 'field' && desk.selection.apiName === apiName;
  const problem = editor.plan?.problems.find((entry) => entry.field === apiName && entry.rule === undefined);
  const put = (next: FieldDefinition) => draft.change(replaceField(current, apiName, next));
  const duplicate = () => {
    const copy = { ...field, apiName: freeName(current, `${apiName}Copy`), label: `${label} 副本` };
    draft.change(addField(current, copy));
    desk.select({ kind: 'field', apiName: copy.apiName });
  };
  const hide = () => {
    draft.change(hideField(current, base, apiName));
    desk.shut();
  };
  return (
    <tr
      data-selected={isSelected || undefined}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        onOver();
      }}
      onDrop={(event) => {
        event.preventDefault();
        onDrop();
      }}
    >
      <td>
        <button
          type="button"
          className="meta-handle"
          draggable
          data-handle={apiName}
          aria-label={`移动 ${label}，按上下方向键`}
          onKeyDown={onStep}
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', label);
            onDrag(true);
          }}
          onDragEnd={() => onDrag(false)}
        >
          <DragIndicator sx={{ fontSize: 18 }} />
        </button>
      </td>
      <th scope="row">
        <button
          type="button"
          className="meta-name"
          title={label}
          onClick={() => desk.select({ kind: 'field', apiName })}
        >
          <bdi>{label}</bdi>
        </button>
        {isName && <small className="meta-tag">名称</small>}
        {isNew && <small className="meta-tag">新</small>}
        {problem && (
          <small className="meta-tag meta-bad" title={problem.message}>
            有误
          </small>
        )}
        <code>{apiName}</code>
      </th>
      <td>{type.label}</td>
      <td>
        <Switch
          label={`${label} 必填`}
          isOn={field.required === true}
          disabled={!type.attributes.includes('required')}
          onChange={(isOn) => put(switched(field, 'required', isOn))}
        />
      </td>
      {PLACES.map(({ place, label: words }) => (
        <td key={place}>
          <Switch
            label={`${label} ${words}`}
            isOn={isShown(current, apiName, place)}
            disabled={isShut(field, place) && !isShown(current, apiName, place)}
            onChange={(isOn) => draft.change(show(current, field, place, isOn))}
          />
        </td>
      ))}
      {FLAGS.map(({ flag, label: words }) => (
        <td key={flag}>
          <Switch
            label={`${label} ${words}`}
            isOn={config?.[flag] === true}
            disabled={!type.attributes.includes(flag) || (isSealed(field) && config?.[flag] !== true)}
            onChange={(isOn) => put({ ...field, config: switched(config ?? {}, flag, isOn) })}
          />
        </td>
      ))}
      <td>
        <IconButton
          aria-label={`更多操作 ${label}`}
          aria-haspopup="menu"
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <MoreVert sx={{ fontSize: 18 }} />
        </IconButton>
        <LateMenu
          anchor={anchor}
          onClose={() => setAnchor(null)}
          choices={[
            { label: '编辑', onChoose: () => desk.select({ kind: 'field', apiName }) },
            { label: '复制', onChoose: duplicate },
            ...(isName ? [] : [{ label: isNew ? '删除' : '停用（数据保留）', onChoose: hide }]),
          ]}
        />
      </td>
    </tr>
  );
});

/** Can a field not stand in a place? A formula is not filled, and what is encrypted is in no list. */
const isShut = (field: FieldDefinition, place: Place): boolean =>
  place === 'form' ? field.type === 'formula' : place !== 'detail' && isSealed(field);

/** A thing with one flag on, or without it. */
function switched<T extends object>(thing: T, flag: keyof T, isOn: boolean): T {
  const { [flag]: _before, ...rest } = thing;
  return (isOn ? { ...thing, [flag]: true } : rest) as T;
}

interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  readonly disabled?: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function Switch({ label, isOn, disabled = false, onChange }: SwitchProps) {
  if (disabled) return <span aria-hidden>–</span>;
  return (
    <input
      type="checkbox"
      aria-label={label}
      title={label}
      checked={isOn}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

import DragIndicator from '@mui/icons-material/DragIndicator';
import MoreVert from '@mui/icons-material/MoreVert';
import IconButton from '@mui/material/IconButton';
import { compareStructural, computed } from 'mobx';
import { observer } from 'mobx-react-lite';
import { useState, type KeyboardEvent } from 'react';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import { fieldType, isComputed, isSearched } from '#generators/field-types/registry.ts';
import { isSealed } from '#generators/field-types/sealed.ts';
import { LazyMenu } from '#client/ui/lazy-popups.tsx';
import {
  addField,
  freeName,
  hideField,
  isShown,
  replaceField,
  show,
  type Place,
} from '#client/features/metadata/draft/definition-edits.ts';
import { fieldIn } from '#client/features/metadata/draft/definition-index.ts';
import type { DraftProps } from '#client/features/metadata/base/editor-deps.ts';

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
type Flag = (typeof FLAGS)[number]['flag'];

interface FieldRowProps extends DraftProps {
  readonly field: FieldDefinition;
  readonly isOver: boolean;
  readonly acts: RowActs;
}

/** What a row asks of the table. */
export interface RowActs {
  readonly step: (event: KeyboardEvent, field: FieldDefinition) => void;
  /** The row is picked up, or put down. */
  readonly drag: (apiName: string, isOn: boolean) => void;
  readonly over: (apiName: string) => void;
  readonly drop: (apiName: string) => void;
}

/** What a row shows of the rest of the editor. */
function surroundings({ deps: { uiState, editor }, draft }: DraftProps, apiName: string) {
  const { current, base } = draft;
  return {
    isNew: base === undefined || fieldIn(base, apiName) === undefined,
    isName: current.nameField === apiName,
    isSelected: uiState.selection?.kind === 'field' && uiState.selection.apiName === apiName,
    fault: editor.plan?.problems.find((entry) => entry.field === apiName && entry.rule === undefined)?.message,
    places: PLACES.map(({ place }) => isShown(current, apiName, place)),
  };
}

/** One field: its words, its switches, and what can be done with it. It draws again only when one of these changed. */
export const FieldRow = observer(function FieldRow(props: FieldRowProps) {
  const { deps, draft, field, isOver, acts } = props;
  const { uiState } = deps;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const { apiName, label, config } = field;
  const type = fieldType(field);
  const { isNew, isName, isSelected, fault, places } = computed(() => surroundings({ deps, draft }, apiName), {
    equals: compareStructural,
  }).get();
  const put = (next: FieldDefinition) => draft.change(replaceField(draft.current, apiName, next));
  const duplicate = () => {
    const copy = { ...field, apiName: freeName(draft.current, `${apiName}Copy`), label: `${label} 副本` };
    draft.change(addField(draft.current, copy));
    uiState.select({ kind: 'field', apiName: copy.apiName });
  };
  const hide = () => {
    draft.change(hideField(draft.current, draft.base, apiName));
    uiState.shut();
  };
  return (
    <tr
      data-selected={isSelected || undefined}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        acts.over(apiName);
      }}
      onDrop={(event) => {
        event.preventDefault();
        acts.drop(apiName);
      }}
    >
      <td>
        <button
          type="button"
          className="meta-handle"
          draggable
          data-handle={apiName}
          aria-label={`移动 ${label}，按上下方向键`}
          onKeyDown={(event) => acts.step(event, field)}
          onDragStart={(event) => {
            event.dataTransfer.effectAllowed = 'move';
            event.dataTransfer.setData('text/plain', label);
            acts.drag(apiName, true);
          }}
          onDragEnd={() => acts.drag(apiName, false)}
        >
          <DragIndicator sx={{ fontSize: 18 }} />
        </button>
      </td>
      <th scope="row">
        <button
          type="button"
          className="meta-name"
          title={label}
          onClick={() => uiState.select({ kind: 'field', apiName })}
        >
          <bdi>{label}</bdi>
        </button>
        {isName && <small className="meta-tag">名称</small>}
        {isNew && <small className="meta-tag">新</small>}
        {fault !== undefined && (
          <small className="meta-tag meta-bad" title={fault}>
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
      {PLACES.map(({ place, label: words }, at) => (
        <td key={place}>
          <Switch
            label={`${label} ${words}`}
            isOn={places[at] === true}
            disabled={isShut(field, place) && places[at] !== true}
            onChange={(isOn) => draft.change(show(draft.current, field, place, isOn))}
          />
        </td>
      ))}
      {FLAGS.map(({ flag, label: words }) => (
        <td key={flag}>
          <Switch
            label={`${label} ${words}`}
            isOn={isFlagged(field, flag)}
            disabled={!type.attributes.includes(flag) || (isSealed(field) && config?.[flag] !== true)}
            onChange={(isOn) => put(withFlag(field, flag, isOn))}
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
        <LazyMenu
          anchor={anchor}
          onClose={() => setAnchor(null)}
          choices={[
            { label: '编辑', onChoose: () => uiState.select({ kind: 'field', apiName }) },
            { label: '复制', onChoose: duplicate },
            ...(isName ? [] : [{ label: isNew ? '删除' : '停用（数据保留）', onChoose: hide }]),
          ]}
        />
      </td>
    </tr>
  );
});

/** Is a field barred from a place? A formula is not filled, and what is encrypted is in no list. */
const isShut = (field: FieldDefinition, place: Place): boolean =>
  place === 'form' ? isComputed(field) : place !== 'detail' && isSealed(field);

const isFlagged = (field: FieldDefinition, flag: Flag): boolean =>
  flag === 'searchable' ? isSearched(field) : field.config?.[flag] === true;

/** A field with one flag of its settings on or off, which is left to the field where it is so by itself. */
function withFlag(field: FieldDefinition, flag: Flag, isOn: boolean): FieldDefinition {
  const { [flag]: _before, ...config } = field.config ?? {};
  const bare = { ...field, config };
  return isFlagged(bare, flag) === isOn ? bare : { ...bare, config: { ...config, [flag]: isOn } };
}

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

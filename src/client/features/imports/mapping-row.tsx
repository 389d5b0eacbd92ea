import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useId, useState } from 'react';
import { FieldSettings } from './field-settings.tsx';
import type { MappingDraft } from './mapping-draft.ts';

interface MappingRowProps {
  readonly draft: MappingDraft;
  readonly column: string;
  readonly example: string;
  /** How sure the suggestion was, 0 to 1. */
  readonly score: number | undefined;
}

/** One column of the file and where it goes. */
export const MappingRow = observer(function MappingRow({ draft, column, example, score }: MappingRowProps) {
  const [isOpen, setOpen] = useState(false);
  const panel = useId();
  const mapped = draft.of(column);
  const field = mapped && draft.field(mapped.field);
  return (
    <li className={mapped ? 'imp-row' : 'imp-row imp-row-off'}>
      <div className="imp-row-main">
        <div className="imp-column">
          <b title={column}>{column}</b>
          <span className="imp-soft" title={example}>
            {example === '' ? '（前几行为空）' : `例：${example}`}
          </span>
        </div>
        <label className="imp-key">
          <input
            type="checkbox"
            aria-label={`唯一标识：${column}`}
            checked={draft.mapping.key.includes(column)}
            onChange={() => draft.toggleKey(column)}
          />
          <span>唯一标识</span>
        </label>
        <select
          aria-label={`“${column}”对应的字段`}
          value={mapped?.field ?? ''}
          onChange={(event) => draft.choose(column, event.target.value)}
        >
          <option value="">不导入</option>
          {draft.fields.map(({ apiName, label, required }) => (
            <option key={apiName} value={apiName}>
              {label}
              {required === true ? ' *' : ''}
              {draft.isUsed.has(apiName) && apiName !== mapped?.field ? '（已有对应）' : ''}
            </option>
          ))}
        </select>
        <span className="imp-score">{score !== undefined && mapped ? `建议 ${Math.round(score * 100)}%` : ''}</span>
        <Button
          aria-expanded={isOpen}
          aria-controls={panel}
          aria-label={`“${column}”的设置`}
          disabled={!field}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? '收起' : '设置'}
        </Button>
      </div>
      {mapped && draft.counted.has(mapped.field) && (
        <p className="imp-soft">此字段由系统汇总：文件中的值作为该来源的给定值保存，与计算值并存，不改动记录</p>
      )}
      <div id={panel} hidden={!isOpen || !field}>
        {isOpen && field && mapped && <FieldSettings draft={draft} mapped={mapped} field={field} />}
      </div>
    </li>
  );
});

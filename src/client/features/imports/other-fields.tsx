import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { FieldMapping } from '#schemas/metadata/import-mapping.ts';
import type { MappingDraft } from './mapping-draft.ts';

/** Fields that get a fixed text or one put together from columns, and what a loaded mapping says beyond this screen. */
export const OtherFields = observer(function OtherFields({ draft }: { readonly draft: MappingDraft }) {
  const [field, setField] = useState('');
  const [text, setText] = useState('');
  const free = draft.fields.filter(({ apiName }) => !draft.isUsed.has(apiName));
  const chosen = free.some(({ apiName }) => apiName === field) ? field : '';
  return (
    <div className="imp-others">
      <h3>其他字段</h3>
      {draft.others.length > 0 && (
        <ul>
          {draft.others.map((mapped) => (
            <li key={mapped.field}>
              <b>{draft.field(mapped.field)?.label ?? mapped.field}</b>
              <span>{sourceLabel(mapped)}</span>
              <Button
                aria-label={`移除 ${draft.field(mapped.field)?.label ?? mapped.field}`}
                onClick={() => draft.remove(mapped.field)}
              >
                移除
              </Button>
            </li>
          ))}
        </ul>
      )}
      <form
        className="imp-fields"
        onSubmit={(event) => {
          event.preventDefault();
          if (chosen === '' || text === '') return;
          draft.add(chosen, text);
          setField('');
          setText('');
        }}
      >
        <label className="imp-field">
          <span>字段</span>
          <select value={chosen} onChange={(event) => setField(event.target.value)}>
            <option value="">选择字段</option>
            {free.map(({ apiName, label, required }) => (
              <option key={apiName} value={apiName}>
                {label}
                {required === true ? ' *' : ''}
              </option>
            ))}
          </select>
        </label>
        <label className="imp-field imp-wide">
          <span>内容</span>
          <input
            value={text}
            placeholder="固定内容，或用 {列名} 拼接，如 {公司} · {轮次}"
            onChange={(event) => setText(event.target.value)}
          />
        </label>
        <Button type="submit" variant="outlined" disabled={chosen === '' || text === ''}>
          添加
        </Button>
      </form>
    </div>
  );
});

function sourceLabel(mapped: FieldMapping): string {
  if (mapped.template !== undefined) return `拼接：${mapped.template}`;
  if (mapped.columns) return `合并列：${mapped.columns.join('、')}`;
  if (mapped.column !== undefined) return `列：${mapped.column}`;
  return `固定：${typeof mapped.constant === 'string' ? mapped.constant : JSON.stringify(mapped.constant)}`;
}

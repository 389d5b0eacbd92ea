import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useEffect, useRef } from 'react';
import type { ImportStore } from './import-store.ts';
import { keyWarnings } from './import-labels.ts';
import type { MappingDraft } from './mapping-draft.ts';
import { MappingRow } from './mapping-row.tsx';
import { OtherFields } from './other-fields.tsx';

interface MappingCardProps {
  readonly store: ImportStore;
  readonly draft: MappingDraft;
}

/** Which column goes into which field, what makes a row a record, and what becomes of records that are there. */
export const MappingCard = observer(function MappingCard({ store, draft }: MappingCardProps) {
  const picker = useRef<HTMLInputElement>(null);
  const { mapping } = draft;
  const key = mapping.key.map(String);
  const keyText = JSON.stringify(key);
  useEffect(() => void store.tryKey(), [store, keyText]);
  const saveFile = () => {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([JSON.stringify(mapping, undefined, 2)], { type: 'application/json' }));
    link.download = `${mapping.source}-映射.json`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <section className="paper-card" aria-labelledby="mapping">
      <div className="imp-card-head">
        <h2 id="mapping">2 字段对应</h2>
        <Button onClick={saveFile}>下载映射</Button>
        <Button onClick={() => picker.current?.click()}>载入映射</Button>
        <input
          ref={picker}
          type="file"
          hidden
          accept=".json"
          aria-label="映射文件"
          onChange={(event) => {
            void event.target.files?.[0]?.text().then((text) => store.loadMapping(text));
            event.target.value = '';
          }}
        />
      </div>
      <div className="imp-fields">
        <label className="imp-field">
          <span>数据来源标识</span>
          <input
            value={mapping.source}
            list="import-sources"
            spellCheck={false}
            onChange={(event) => draft.setSource(event.target.value)}
          />
          <datalist id="import-sources">
            {store.preview?.sources.map((source) => (
              <option key={source} value={source}>
                {source}
              </option>
            ))}
          </datalist>
          <small>同一来源内，唯一标识相同即同一条记录；更新以前导入的数据时请选同一个来源</small>
        </label>
        <label className="imp-field">
          <span>已有记录</span>
          <select
            value={mapping.write ?? 'both'}
            onChange={(event) => draft.setWrite(event.target.value as 'both' | 'create' | 'update')}
          >
            <option value="both">新增和更新</option>
            <option value="create">只新增，已有的跳过</option>
            <option value="update">只更新，没有的跳过</option>
          </select>
        </label>
        <label className="imp-field">
          <span>疑似重复</span>
          <select
            disabled={(mapping.write ?? 'both') !== 'both'}
            value={mapping.linkAlike === true ? 'link' : 'create'}
            onChange={(event) => draft.setLinkAlike(event.target.value === 'link')}
          >
            <option value="create">照常新建</option>
            <option value="link">几乎确定相同的，更新已有记录</option>
          </select>
          <small>试运行会列出与已有记录相似的行；撤销导入会恢复被更新的值</small>
        </label>
      </div>
      {draft.missing.length > 0 && (
        <p className="imp-note" role="status">
          必填字段还没有对应：{draft.missing.map(({ label }) => label).join('、')}。可在下面为列选择，或添加固定内容。
        </p>
      )}
      {keyWarnings(key, store.keyTrial, mapping.fields.length).map((words) => (
        <p key={words} className="imp-note" role="status">
          {words}
        </p>
      ))}
      <ul className="imp-mapping" aria-label="各列对应的字段">
        {draft.columns.map((column, place) => (
          <MappingRow
            key={column}
            draft={draft}
            column={column}
            example={exampleOf(store, place)}
            score={store.preview?.scores[column]}
          />
        ))}
      </ul>
      <OtherFields draft={draft} />
    </section>
  );
});

/** The first cell below the headings that holds something. */
function exampleOf({ preview }: ImportStore, place: number): string {
  const header = preview?.reading.header ?? 0;
  return preview?.rows.find(({ row, cells }) => row > header && (cells[place] ?? '') !== '')?.cells[place] ?? '';
}

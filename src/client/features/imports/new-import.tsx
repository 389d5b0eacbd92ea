import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useRef, useState, type DragEvent } from 'react';
import { sizeLabel } from './import-labels.ts';
import type { ImportsStore } from './imports-store.ts';

export interface ObjectChoice {
  readonly apiName: string;
  readonly label: string;
}

interface NewImportProps {
  readonly store: ImportsStore;
  readonly objects: readonly ObjectChoice[];
  readonly chosen: string;
  readonly onUploaded: (id: string) => void;
}

const ACCEPT = '.csv,.tsv,.txt,.jsonl,.ndjson,.json,.xlsx,.gz';

/** Chooses the object and takes a file, dropped or picked. */
export const NewImport = observer(function NewImport({ store, objects, chosen, onUploaded }: NewImportProps) {
  const [own, setOwn] = useState('');
  const [isOver, setOver] = useState(false);
  const picker = useRef<HTMLInputElement>(null);
  const [first] = objects;
  const known = objects.some(({ apiName }) => apiName === chosen) ? chosen : (first?.apiName ?? '');
  const object = own === '' ? known : own;
  const { upload } = store;
  const take = async (file: File | undefined) => {
    if (!file || object === '') return;
    const job = await store.send(file, object);
    if (job) onUploaded(job.id);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    void take(event.dataTransfer.files[0]);
  };
  return (
    <section className="paper-card" aria-labelledby="new-import">
      <h2 id="new-import">新建导入</h2>
      <label className="imp-field imp-object">
        <span>导入到</span>
        <select value={object} disabled={upload !== undefined} onChange={(event) => setOwn(event.target.value)}>
          {objects.map(({ apiName, label }) => (
            <option key={apiName} value={apiName}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {upload ? (
        <div className="imp-drop" role="status">
          <p>
            正在上传 <b>{upload.fileName}</b>：{sizeLabel(upload.sent)} / {sizeLabel(upload.bytes)}
          </p>
          <progress max={upload.bytes} value={upload.sent} aria-label="上传进度" />
          <p className="imp-soft">
            {upload.sent >= upload.bytes ? '已全部发出，服务器正在核对……' : '上传完成前请不要离开此页'}
          </p>
          <Button variant="outlined" onClick={store.cancel}>
            取消上传
          </Button>
        </div>
      ) : (
        <div
          className={isOver ? 'imp-drop imp-drop-over' : 'imp-drop'}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
        >
          <p>把文件拖到这里，或</p>
          <Button variant="contained" disabled={object === ''} onClick={() => picker.current?.click()}>
            选择文件
          </Button>
          <input
            ref={picker}
            type="file"
            hidden
            accept={ACCEPT}
            aria-label="要导入的文件"
            onChange={(event) => {
              void take(event.target.files?.[0]);
              event.target.value = '';
            }}
          />
          <p className="imp-soft">CSV、TSV、JSON 行、XLSX，及它们的 .gz；最大 1 GB</p>
        </div>
      )}
      {store.uploadProblem !== '' && (
        <p className="imp-problem" role="alert">
          {store.uploadProblem}
        </p>
      )}
    </section>
  );
});

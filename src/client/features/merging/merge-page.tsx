import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { MergeChoice, MergeField, MergePreview } from '#schemas/api/merging.ts';
import type { RecordReply } from '#schemas/api/records.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { detailPath, hashAddress } from '#client/lib/router.ts';
import { ReasonDialog } from '#client/ui/dialogs/reason-dialog.tsx';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { cellOf } from '#client/ui/field-types/registry.ts';
import { Notice } from '#client/ui/notice.tsx';
import { PageHead } from '#client/ui/page-head.tsx';
import type { MergeStore } from './merge-store.ts';
import './merging.css';

interface MergePageProps {
  readonly store: MergeStore;
  readonly options: OptionLabels;
}

/** Two records of one object side by side: which one stays, whose values it has, and what will follow. */
export const MergePage = observer(function MergePage({ store, options }: MergePageProps) {
  useEffect(() => void store.load(), [store]);
  const { value, failure } = store.preview;
  usePageTitle('合并记录');
  if (store.progress) return <Outcome store={store} />;
  if (failure && !value)
    return (
      <Notice isPage isAlert title={failure.message} action={{ label: '重试', onPress: () => void store.load() }} />
    );
  if (!value) return <Notice isPage title="正在加载…" />;
  return (
    <div className="page-column merging">
      <PageHead
        title={`合并${value.definition.label}`}
        help="被合并的记录会移除，其编号长期有效并指向保留的记录；90 天内可以在“合并记录”中撤销。"
      />
      {failure && <Alert severity="error">{failure.message}</Alert>}
      <Sides store={store} preview={value.preview} definition={value.definition} />
      <Choices store={store} options={options} preview={value.preview} definition={value.definition} />
      <Follows store={store} preview={value.preview} definition={value.definition} />
    </div>
  );
});

interface PartProps {
  readonly store: MergeStore;
  readonly preview: MergePreview;
  readonly definition: ObjectDefinition;
}

const nameOf = ({ record }: RecordReply, { nameField }: ObjectDefinition): string =>
  String(recordValue(record, nameField) ?? `#${record.id}`);

const Sides = observer(function Sides({ store, preview, definition }: PartProps) {
  const side = (label: string, reply: RecordReply) => (
    <div>
      <small>{label}</small>
      <a href={hashAddress(detailPath(store.objectApiName, reply.record.id))} target="_blank" rel="noopener noreferrer">
        {nameOf(reply, definition)}
      </a>
      <small>编号 {reply.record.id}</small>
    </div>
  );
  return (
    <section className="paper-card merging-sides" aria-label="两条记录">
      {side('保留', preview.survivor)}
      <Button color="inherit" variant="outlined" disabled={store.preview.isLoading} onClick={() => store.swap()}>
        交换
      </Button>
      {side('被合并', preview.loser)}
    </section>
  );
});

const SIDES = { survivor: '保留的记录', loser: '被合并的记录', both: '两者合并' } as const;

const Choices = observer(function Choices(props: PartProps & { readonly options: OptionLabels }) {
  const { preview, definition } = props;
  const reasons = new Set(preview.fields.flatMap(({ why }) => why ?? []));
  const [same] = reasons.size === 1 ? reasons : [];
  if (preview.fields.length === 0) return <section className="paper-card">两条记录的内容相同，无需选择。</section>;
  return (
    <section className="paper-card" aria-label="选择内容">
      <h2>选择内容</h2>
      <p>以下 {preview.fields.length} 项不同，其余相同。由其他记录计算的内容会自动重新计算。</p>
      {same !== undefined && <p className="merging-why">默认选择：{same}</p>}
      {preview.fields.map((entry) => {
        const field = definition.fields.find(({ apiName }) => apiName === entry.field);
        return (
          field && (
            <Choice key={entry.field} {...props} entry={entry} field={field} why={same ? undefined : entry.why} />
          )
        );
      })}
    </section>
  );
});

interface ChoiceProps extends PartProps {
  readonly options: OptionLabels;
  readonly entry: MergeField;
  readonly field: FieldDefinition;
  /** Why this side is proposed, where it is not said of all fields. */
  readonly why: string | undefined;
}

const Choice = observer(function Choice({ store, preview, options, entry, field, why }: ChoiceProps) {
  const Cell = cellOf(field);
  const problem = preview.problems.find((one) => one.field === entry.field);
  const shown = (choice: MergeChoice) => {
    if (choice === 'both') return entry.choice === 'both' ? (entry.value as never) : undefined;
    const reply = preview[choice];
    return reply.masked?.[entry.field] ?? recordValue(reply.record, entry.field);
  };
  return (
    <fieldset className="merging-choice">
      <legend>{field.label}</legend>
      {entry.choices.map((choice) => (
        <label key={choice}>
          <input
            type="radio"
            name={`merge-${entry.field}`}
            checked={entry.choice === choice}
            onChange={() => store.choose(entry.field, choice)}
          />
          <div>
            <small>{SIDES[choice]}</small>
            {(choice !== 'both' || entry.choice === 'both') && (
              <Cell field={field} value={shown(choice)} options={options} />
            )}
          </div>
        </label>
      ))}
      {why !== undefined && <p className="merging-why">默认选择：{why}</p>}
      {problem && (
        <p className="merging-problem" role="alert">
          {problem.message}
        </p>
      )}
    </fieldset>
  );
});

const Follows = observer(function Follows({ store, preview, definition }: PartProps) {
  const [isAsking, setAsking] = useState(false);
  const chosen = new Set(preview.fields.map(({ field }) => field));
  const others = preview.problems.filter(({ field }) => !chosen.has(field));
  const total = preview.references.reduce((sum, { count }) => sum + count, 0);
  const labelOf = (name: string) => definition.fields.find(({ apiName }) => apiName === name)?.label ?? name;
  return (
    <section className="paper-card" aria-label="转移的关联">
      <h2>转移的关联</h2>
      {total === 0 ? (
        <p>没有其他内容引用被合并的记录。</p>
      ) : (
        <>
          <p>以下 {total} 处引用会改为指向保留的记录：</p>
          <ul>
            {preview.references.map(({ label, field, count }) => (
              <li key={`${label}/${field}`}>
                {label} · {field}：{count} 处
              </li>
            ))}
          </ul>
        </>
      )}
      {others.map(({ field, message }) => (
        <Alert key={`${field}/${message}`} severity="error">
          {field === '' ? message : `${labelOf(field)}：${message}`}
        </Alert>
      ))}
      <div>
        <Button
          variant="contained"
          disabled={store.preview.isLoading || preview.problems.length > 0}
          onClick={() => setAsking(true)}
        >
          合并
        </Button>
      </div>
      {isAsking && (
        <ReasonDialog
          title={`合并到“${nameOf(preview.survivor, definition)}”`}
          consequence={`“${nameOf(preview.loser, definition)}”会移除，${total} 处引用会转移；90 天内可以撤销。`}
          confirm="确认合并"
          busyWord="正在合并…"
          isGrave
          onSubmit={(reason) => store.run(reason)}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
});

const Outcome = observer(function Outcome({ store }: { readonly store: MergeStore }) {
  const { progress } = store;
  if (!progress) return null;
  const isDone = progress.state !== 'moving';
  return (
    <div className="page-column merging">
      <section className="paper-card" role="status">
        <h2>{isDone ? '已合并' : '正在转移关联'}</h2>
        <p>
          {isDone
            ? `共转移 ${progress.moved} 处引用。`
            : `已转移 ${progress.moved} 处，还有 ${progress.waiting} 处。可以离开此页，转移会继续进行。`}
        </p>
        <div className="merging-links">
          <a href={hashAddress(detailPath(store.objectApiName, progress.survivorId))}>打开合并后的记录</a>
          <a href={hashAddress(detailPath('Merge', progress.id))}>查看或撤销这次合并</a>
        </div>
      </section>
    </div>
  );
});

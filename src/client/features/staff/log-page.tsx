import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { LogEntry, LogFilter } from '#schemas/api/audit-log.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { hashAddress } from '#client/lib/router.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import type { LogList } from './desk-lists.ts';
import { Choice, ListFrame, Panel } from './desk-parts.tsx';
import { ScrollBox } from '#client/ui/scroll-box.tsx';
import type { LogVerifier } from './log-verifier.ts';
import { actionWords, targetWords } from './staff-words.ts';
import { useFilter } from './use-filter.ts';
import { VerifyBar } from './verify-bar.tsx';
import './staff.css';

interface LogPageProps {
  readonly store: LogList;
  readonly verifier: LogVerifier;
  /** Every action that the log has. */
  readonly actions: () => Promise<string[]>;
}

const NAMES = ['action', 'actor', 'targetKind', 'targetId', 'from', 'to'] as const;
const DAY = /^\d{4}-\d\d-\d\d$/;

/** `/staff/log`: what staff and the platform did; no user can change anything here. */
export const LogPage = observer(function LogPage({ store, verifier, actions }: LogPageProps) {
  usePageTitle('操作日志');
  const [filter, change] = useFilter(NAMES);
  const [known, setKnown] = useState<readonly string[]>([]);
  const [openedId, setOpened] = useState<string>();
  useEffect(() => {
    const { from, to, ...rest } = filter;
    const days: LogFilter = { ...(from && DAY.test(from) && { from }), ...(to && DAY.test(to) && { to }) };
    void store.show({ ...rest, ...days });
  }, [store, filter]);
  useEffect(() => void actions().then(setKnown), [actions]);
  const opened = store.pages.list?.find(({ id }) => id === openedId);
  const words = Object.fromEntries(known.map((action) => [action, actionWords(action)]));
  return (
    <div className="desk">
      <header className="desk-head">
        <h1>操作日志</h1>
        <Choice label="操作" value={filter.action ?? ''} options={words} onChoose={(action) => change({ action })} />
        <LateField label="操作人（姓名或 UID）" value={filter.actor ?? ''} onDone={(actor) => change({ actor })} />
        <LateField
          label="对象编号（如 UID）"
          value={filter.targetId ?? ''}
          onDone={(targetId) => change({ targetId, ...(targetId === '' && { targetKind: '' }) })}
        />
        <DayField label="从" value={filter.from ?? ''} onChange={(from) => change({ from })} />
        <DayField label="到" value={filter.to ?? ''} onChange={(to) => change({ to })} />
      </header>
      <VerifyBar verifier={verifier} />
      <div className="desk-body">
        <ListFrame store={store} empty="没有符合条件的操作">
          {(list) => <LogTable list={list} opened={openedId} onOpen={setOpened} />}
        </ListFrame>
        {opened && <EntryPanel key={opened.id} entry={opened} onClose={() => setOpened(undefined)} />}
      </div>
    </div>
  );
});

interface FieldProps {
  readonly label: string;
  readonly value: string;
}

/** A text that narrows the list once it is whole: at Enter, or when the cursor leaves it. */
function LateField({ label, value, onDone }: FieldProps & { readonly onDone: (value: string) => void }) {
  return (
    <TextField
      key={value}
      label={label}
      defaultValue={value}
      onBlur={({ target }) => target.value.trim() !== value && onDone(target.value.trim())}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onDone((event.target as HTMLInputElement).value.trim());
      }}
      slotProps={{ htmlInput: { maxLength: 100 }, inputLabel: { shrink: true } }}
      sx={{ width: { xs: '47%', sm: 170 } }}
    />
  );
}

function DayField({ label, value, onChange }: FieldProps & { readonly onChange: (day: string) => void }) {
  return (
    <TextField
      type="date"
      label={label}
      value={DAY.test(value) ? value : ''}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{ inputLabel: { shrink: true } }}
      sx={{ width: { xs: '47%', sm: 150 } }}
    />
  );
}

interface LogTableProps {
  readonly list: readonly LogEntry[];
  readonly opened: string | undefined;
  readonly onOpen: (id: string) => void;
}

const targetOf = ({ targetKind, targetId, targetName }: LogEntry): string =>
  `${targetWords(targetKind)} ${targetName ?? targetId}`;

function LogTable({ list, opened, onOpen }: LogTableProps) {
  return (
    <ScrollBox className="desk-scroll" label="操作日志列表">
      <table className="data-table desk-table">
        <thead>
          <tr>
            <th scope="col" className="desk-spare desk-number">
              序号
            </th>
            <th scope="col">时间</th>
            <th scope="col">操作人</th>
            <th scope="col">操作</th>
            <th scope="col">对象</th>
            <th scope="col" className="desk-spare">
              原因
            </th>
          </tr>
        </thead>
        <tbody>
          {list.map((entry) => (
            <tr key={entry.id} aria-current={entry.id === opened}>
              <td className="desk-spare desk-number">{entry.id}</td>
              <td>{shownMoment(entry.at, 'YYYY-MM-DD HH:mm:ss')}</td>
              <td className="desk-long">{entry.actorName}</td>
              <td>
                <button type="button" className="desk-name" onClick={() => onOpen(entry.id)}>
                  {actionWords(entry.action)}
                </button>
              </td>
              <td className="desk-long" title={targetOf(entry)}>
                {targetOf(entry)}
              </td>
              <td className="desk-spare desk-long" title={entry.reason}>
                {entry.reason || '—'}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function EntryPanel({ entry, onClose }: { readonly entry: LogEntry; readonly onClose: () => void }) {
  const isAccount = entry.targetKind === 'account';
  return (
    <Panel title={`第 ${entry.id} 条：${actionWords(entry.action)}`} onClose={onClose}>
      <dl className="desk-facts">
        <dt>时间</dt>
        <dd>{shownMoment(entry.at, 'YYYY-MM-DD HH:mm:ss')}</dd>
        <dt>操作人</dt>
        <dd>{entry.actorId === null ? entry.actorName : `${entry.actorName}（UID ${entry.actorId}）`}</dd>
        <dt>操作</dt>
        <dd>
          {actionWords(entry.action)} <code>{entry.action}</code>
        </dd>
        <dt>对象</dt>
        <dd>
          {isAccount ? (
            <a href={hashAddress(`/staff/users?uid=${entry.targetId}`)}>{targetOf(entry)}</a>
          ) : (
            targetOf(entry)
          )}
        </dd>
        <dt>原因</dt>
        <dd style={{ whiteSpace: 'pre-wrap' }}>{entry.reason || '—'}</dd>
        <dt>上一条哈希</dt>
        <dd>
          <code>{entry.previousHash}</code>
        </dd>
        <dt>本条哈希</dt>
        <dd>
          <code>{entry.hash}</code>
        </dd>
      </dl>
      {Object.keys(entry.details).length > 0 && (
        <pre className="desk-code" aria-label="详细内容">
          {JSON.stringify(entry.details, null, 2)}
        </pre>
      )}
    </Panel>
  );
}

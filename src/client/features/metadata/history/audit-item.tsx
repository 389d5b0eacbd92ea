import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { AuditEntry } from '#schemas/api/metadata-editing.ts';
import { hashAddress } from '#client/lib/router.ts';
import type { AuditStore } from './audit-store.ts';
import { formatShanghai } from '#shared/time/format.ts';

interface AuditItemProps {
  readonly store: AuditStore;
  readonly entry: AuditEntry;
}

const SHOWN_CHANGES = 6;

/** One saved change: who, when, what, and the storage steps on demand. */
export const AuditItem = observer(function AuditItem({ store, entry }: AuditItemProps) {
  const { kind, name, label, version, authorName, at, changes, steps } = entry;
  const [isWhole, setWhole] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const sql = store.steps.get(`${name}@${version}`);
  const shown = isWhole ? changes : changes.slice(0, SHOWN_CHANGES);
  const rest = changes.length - shown.length;
  return (
    <li>
      <p className="audit-head">
        <time dateTime={at}>{formatShanghai(at, 'YYYY-MM-DD HH:mm')}</time>
        <b>{authorName}</b>
        <span>
          {kind === 'object' ? '对象' : '选项集'}{' '}
          <Link href={hashAddress(`/staff/${kind === 'object' ? 'metadata' : 'options'}/${name}`)} underline="hover">
            <bdi>{label}</bdi>
          </Link>
        </span>
        <small>版本 {version}</small>
      </p>
      <ul>
        {shown.map((change) => (
          <li key={change} dir="auto">
            {change}
          </li>
        ))}
      </ul>
      {rest > 0 && <Button onClick={() => setWhole(true)}>另有 {rest} 处</Button>}
      {steps > 0 && (
        <Button
          aria-expanded={isOpen}
          onClick={() => {
            setOpen(!isOpen);
            void store.openSteps(entry);
          }}
        >
          存储步骤 {steps}
        </Button>
      )}
      {isOpen && <pre>{sql?.map((step) => `${step.sql};`).join('\n') ?? '正在加载…'}</pre>}
    </li>
  );
});

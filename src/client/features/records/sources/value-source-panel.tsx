import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { CountedFacts, Provenance } from '#schemas/api/corrections.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldHistoryStore } from '#client/lib/field-history-store.ts';
import { FieldChanges } from '#client/ui/field-history.tsx';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';
import { CountedSource } from './counted-source.tsx';
import type { ValueSourceStore } from './value-source-store.ts';

const Panel = styled('div')(({ theme }) => ({
  width: 400,
  maxWidth: '100%',
  boxSizing: 'border-box',
  padding: theme.spacing(0.5, 2, 1.5),
  fontSize: theme.typography.body2.fontSize,
  '--cell-wrap': 'pre-wrap',
  '--cell-align': 'left',
  '& h3': { ...theme.typography.body2, fontWeight: 600, margin: theme.spacing(1.5, 0, 0) },
  '& > dl': {
    display: 'grid',
    gridTemplateColumns: 'auto minmax(0, 1fr)',
    gap: theme.spacing(0.5, 2),
    margin: 0,
  },
  '& dt': { color: theme.palette.text.secondary },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
  '& ol': { margin: 0, padding: 0, listStyle: 'none' },
  '& li': { padding: theme.spacing(1, 0), borderBottom: `1px solid ${theme.palette.divider}` },
  '& li:last-child': { borderBottom: 0 },
  '& small, & p': { color: theme.palette.text.secondary },
}));

interface ValueSourcePanelProps {
  readonly field: FieldDefinition;
  readonly source: ValueSourceStore;
  /** Gives what became of the field, to those who may change it. */
  readonly historyOf: ((apiName: string) => FieldHistoryStore) | undefined;
  readonly options: OptionLabels;
  /** Address of the records that a value is counted from. */
  readonly hrefOf: (counted: CountedFacts) => string | undefined;
  readonly onCorrect: () => void;
  readonly onPin: () => void;
  readonly onUnpin: () => void;
}

/** Source, as-of day, first sight and last change of one value, its history, and the way to correct it. */
export const ValueSourcePanel = observer(function ValueSourcePanel(props: ValueSourcePanelProps) {
  const { field, source, historyOf, options, hrefOf, onCorrect, onPin, onUnpin } = props;
  const { value: provenance, failure } = source;
  return (
    <Panel>
      {failure && (
        <p role="alert">
          {failure.message} <Button onClick={() => void source.load()}>重试</Button>
        </p>
      )}
      {!failure && !provenance && <Skeleton height={96} />}
      {provenance && !provenance.counted && <Facts provenance={provenance} />}
      {provenance?.counted && (
        <CountedSource
          field={field}
          counted={provenance.counted}
          options={options}
          href={hrefOf(provenance.counted)}
          onPin={onPin}
          onUnpin={onUnpin}
        />
      )}
      {historyOf && <History field={field} historyOf={historyOf} options={options} />}
      {provenance?.correctable === true && (
        <Button variant="outlined" disabled={provenance.pending} onClick={onCorrect} sx={{ mt: 1.5 }}>
          {provenance.pending ? '您的纠错正在核实' : '提出纠错'}
        </Button>
      )}
    </Panel>
  );
});

function Facts({ provenance }: { readonly provenance: Provenance }) {
  const { source, sourceUrl, asOf, changedAt, firstSeenAt } = provenance;
  return (
    <dl>
      <dt>来源</dt>
      <dd>
        {source}
        {sourceUrl !== null && /^https?:\/\//.test(sourceUrl) && (
          <Link href={sourceUrl} target="_blank" rel="noopener noreferrer" sx={{ ml: 1 }}>
            查看原文
          </Link>
        )}
      </dd>
      <dt>数据截至</dt>
      <dd>{asOf ?? '未注明'}</dd>
      {changedAt !== null && (
        <>
          <dt>更新于</dt>
          <dd>{shownMoment(changedAt)}</dd>
        </>
      )}
      <dt>收录于</dt>
      <dd>{shownMoment(firstSeenAt)}</dd>
    </dl>
  );
}

function History({
  field,
  historyOf,
  options,
}: Pick<ValueSourcePanelProps, 'field' | 'options'> & {
  readonly historyOf: (apiName: string) => FieldHistoryStore;
}) {
  const [history] = useState(() => {
    const store = historyOf(field.apiName);
    void store.load();
    return store;
  });
  return (
    <>
      <h3>修改记录</h3>
      <FieldChanges history={history} field={field} options={options} />
    </>
  );
}

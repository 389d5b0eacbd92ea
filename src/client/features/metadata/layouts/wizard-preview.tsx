import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { listColumns } from '#generators/columns.ts';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { Chart } from '#client/ui/chart/chart.tsx';
import { groupsChart } from '#client/ui/chart/groups-chart.ts';
import type { EditorDeps } from '#client/features/metadata/base/editor-deps.ts';
import { PreviewTable } from './preview-table.tsx';
import type { PartWizard } from '#client/features/metadata/wizard/part-wizard.ts';
import type { WizardSample } from '#client/features/metadata/wizard/wizard-sample.ts';

const COUNTED = '条';

interface WizardPreviewProps {
  readonly wizard: PartWizard;
  readonly deps: EditorDeps;
}

/** What the answers so far would show on the page of a real record. */
export const WizardPreview = observer(function WizardPreview({ wizard, deps }: WizardPreviewProps) {
  const [sample] = useState(() => deps.sampleOf(wizard));
  useEffect(() => sample.follow(), [sample]);
  const { home, target } = wizard;
  const { owners, owner, failure } = sample;
  if (!target) return null;
  return (
    <section className="meta-wizard-preview" aria-label="预览">
      <header>
        <h3>预览</h3>
        {owners && owner && (
          <TextField
            select
            label={`以哪条${home.label}为例`}
            value={owner.id}
            onChange={(event) => sample.choose(event.target.value)}
            sx={{ minWidth: 180, maxWidth: '100%' }}
          >
            {owners.map((record) => (
              <MenuItem key={record.id} value={record.id}>
                {String(recordValue(record, home.nameField) ?? record.id)}
              </MenuItem>
            ))}
          </TextField>
        )}
      </header>
      {failure && <p className="meta-none">暂时无法预览：{failure.message}</p>}
      {!failure && !owners && <p role="status">正在读取记录…</p>}
      {owners && !owner && (
        <p className="meta-none">还没有{home.label}有这样的关联记录。添加后，有了记录就会显示在页面上。</p>
      )}
      {!failure && owner && <Shown {...{ wizard, deps, sample, target }} />}
    </section>
  );
});

interface ShownProps extends WizardPreviewProps {
  readonly sample: WizardSample;
  readonly target: ObjectDefinition;
}

const Shown = observer(function Shown({ wizard, deps, sample, target }: ShownProps) {
  const { label, shownColumns } = wizard;
  const { fields, nameField } = target;
  if (wizard.list === 'charts') return <Drawn {...{ wizard, sample, target }} />;
  if (!sample.rows) return null;
  return (
    <PreviewTable
      label={`${label}的预览`}
      columns={listColumns({ fields, nameField, columns: shownColumns }).filter(({ shown }) => shown)}
      records={sample.rows}
      options={deps.lookups}
      valueOf={(record, { apiName }) => recordValue(record, apiName)}
    />
  );
});

const nowhere = () => undefined;

const Drawn = observer(function Drawn({ wizard, sample, target }: Omit<ShownProps, 'deps'>) {
  const { label, group, unit, sum, kind } = wizard;
  const { groups } = sample;
  // The same object as long as nothing changes but the name, so that it is not drawn again with each key.
  const chart = useMemo(
    () =>
      groups &&
      groupsChart(groups, {
        label: target.label,
        by: group ?? '',
        unit,
        added: sum,
        counted: target.measureWord ?? COUNTED,
      }),
    [groups, target, group, unit, sum],
  );
  if (group === undefined) return <p className="meta-none">选好分组后，这里显示图形。</p>;
  if (!groups || !chart) return null;
  return (
    <>
      <Chart label={label} kind={kind} chart={chart} hrefOf={nowhere} />
      {groups.more > 0 && (
        <p className="chart-note">{unit ? `更早还有 ${groups.more} 组` : `另有 ${groups.more} 组较小的未画出`}</p>
      )}
    </>
  );
});

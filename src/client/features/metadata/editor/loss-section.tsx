import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import { observer } from 'mobx-react-lite';
import type { FieldLoss } from '#schemas/api/metadata-losses.ts';
import { missingOptions, takesNewOptions } from '#shared/metadata/missing-options.ts';
import type { DraftProps } from '#client/features/metadata/base/editor-deps.ts';
import type { Plan } from '#client/features/metadata/base/object-editor-store.ts';
import { replaceField } from '#client/features/metadata/draft/definition-edits.ts';
import { Examples } from './impact-examples.tsx';

/** Values listed at first. */
const LISTED = 50;

interface LossProps extends DraftProps {
  readonly plan: Plan;
}

/** Fields that get another type: which values cannot be read as such, and the consent to lose them. */
export const LossSection = observer(function LossSection({ deps, draft, plan }: LossProps) {
  const { impact } = deps;
  if (plan.recasts.length === 0) return null;
  const isDone = impact.state === 'done';
  const lost = impact.losses.filter(({ records }) => records > 0);
  return (
    <section aria-label="更换类型">
      <h3>更换类型</h3>
      <ul className="meta-impact">
        {plan.recasts.map(({ field, label, from, to, kept }) => {
          const loss = impact.losses.find((one) => one.field === field);
          return (
            <li key={field}>
              “<bdi>{label}</bdi>”由{from}改为{to}：
              {loss === undefined || (loss.records === 0 && !isDone) ? '正在检查…' : words(loss)}
              <small>
                每条记录原来的值都保留在已停用的字段“<bdi>{kept}</bdi>”中，启用该字段即可找回
              </small>
              {loss && loss.records > 0 && <LostValues deps={deps} draft={draft} loss={loss} />}
            </li>
          );
        })}
      </ul>
      {impact.state === 'stopped' && (
        <Alert
          severity="warning"
          action={
            <Button size="small" color="inherit" onClick={() => impact.again()}>
              重新检查
            </Button>
          }
        >
          更换类型要检查完全部记录才能保存
        </Alert>
      )}
      {isDone && lost.length > 0 && (
        <FormControlLabel
          control={<Checkbox checked={impact.isAgreed} onChange={(_, isAgreed) => impact.agree(isAgreed)} />}
          label={`我已了解：${total(lost)} 条记录的值无法转换，保存后为空`}
        />
      )}
    </section>
  );
});

const total = (lost: readonly FieldLoss[]): string =>
  lost.reduce((sum, { records }) => sum + records, 0).toLocaleString('en-US');

const words = ({ records }: FieldLoss): string =>
  records === 0 ? '已有的值全部可以转换' : `${records.toLocaleString('en-US')} 条记录的值无法转换`;

const LostValues = observer(function LostValues({ deps, draft, loss }: DraftProps & { readonly loss: FieldLoss }) {
  const { impact } = deps;
  const field = draft.current.fields.find(({ apiName }) => apiName === loss.field);
  const texts = loss.values.map(({ text }) => text);
  const set = field?.config?.optionSet;
  const add = () => {
    if (!field) return;
    const options = field.selectOptions ?? [];
    const selectOptions = [...options, ...missingOptions(field, options, texts)];
    draft.change(replaceField(draft.current, field.apiName, { ...field, selectOptions }));
  };
  return (
    <>
      <ul className="meta-impact">
        {loss.values.slice(0, LISTED).map(({ text, records, first }) => (
          <li key={text}>
            “<bdi>{text}</bdi>”：{records.toLocaleString('en-US')} 条
            <Examples first={first} objectApiName={draft.current.apiName} />
          </li>
        ))}
      </ul>
      {loss.different > LISTED && <p className="meta-none">还有其他无法转换的值，这里列出最多的 {LISTED} 个</p>}
      {field && takesNewOptions(field) && texts.length > 0 && (
        <Button
          size="small"
          disabled={impact.state !== 'done'}
          onClick={() => (set === undefined ? add() : void impact.addOptions(set, field, texts))}
        >
          {set === undefined ? '把这些值加为选项' : '把这些值加入选项集'}
        </Button>
      )}
    </>
  );
});

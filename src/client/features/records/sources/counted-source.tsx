import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import { observer } from 'mobx-react-lite';
import type { CountedFacts, StatedFact } from '#schemas/api/corrections.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FieldValue } from '#schemas/metadata/value.ts';
import { valueKind } from '#generators/field-types/registry.ts';
import { cellOf } from '#client/ui/field-types/registry.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { shownMoment } from '#client/ui/field-types/texts/shown-date.ts';

interface CountedSourceProps {
  readonly field: FieldDefinition;
  readonly counted: CountedFacts;
  readonly options: OptionLabels;
  /** Address of the list with the records that were counted; undefined where no filter finds them. */
  readonly href: string | undefined;
  readonly onPin: () => void;
  readonly onUnpin: () => void;
}

/** What a value is counted from, what sources state beside it, and the way for staff to decide between them. */
export function CountedSource({ field, counted, options, href, onPin, onUnpin }: CountedSourceProps) {
  const { stated, changed, value, pinnable } = counted;
  const isPinned = stated.some(({ pinned }) => pinned);
  return (
    <>
      <dl>
        <dt>计算</dt>
        <dd>
          <Records field={field} counted={counted} href={href} />
        </dd>
        {stated.length > 0 && (
          <>
            <dt>计算值</dt>
            <dd>
              <Shown field={field} value={value} options={options} />
            </dd>
          </>
        )}
        {stated.map((fact) => (
          <Stated key={`${fact.source} ${fact.pinned}`} field={field} fact={fact} options={options} />
        ))}
        {changed !== null && (
          <>
            <dt>最近变化</dt>
            <dd>
              {shownMoment(changed.at)} · {changed.cause}
            </dd>
          </>
        )}
      </dl>
      {pinnable && (
        <Button variant="outlined" onClick={onPin} sx={{ mt: 1.5, mr: 1 }}>
          {isPinned ? '另给定值' : '改用给定值'}
        </Button>
      )}
      {pinnable && isPinned && (
        <Button variant="outlined" onClick={onUnpin} sx={{ mt: 1.5 }}>
          恢复计算值
        </Button>
      )}
    </>
  );
}

/** What of the records is known, by the kind of the value. */
const KNOWN: Readonly<Partial<Record<ReturnType<typeof valueKind>, string>>> = {
  money: '金额',
  date: '日期',
  instant: '时间',
};

function Records({ field, counted, href }: Pick<CountedSourceProps, 'field' | 'counted' | 'href'>) {
  const { records, at } = counted;
  const until = `，截至 ${shownMoment(at)}`;
  if (!records) return <>由系统汇总{until}</>;
  const { rows, known, label, isDistinct } = records;
  if (rows === 0) {
    return (
      <>
        没有可计算的{label}
        {until}
      </>
    );
  }
  const words = `${rows} 条${label}`;
  const what = KNOWN[valueKind(field)] ?? '数值';
  return (
    <>
      由{' '}
      {href === undefined ? (
        words
      ) : (
        <Link href={href} target="_blank" rel="noopener">
          {words}
        </Link>
      )}{' '}
      计算
      {known !== null && known < rows && `（${known} 条${what}已知）`}
      {isDistinct && '，相同的只计一次'}
      {until}
    </>
  );
}

function Stated({
  field,
  fact,
  options,
}: Pick<CountedSourceProps, 'field' | 'options'> & { readonly fact: StatedFact }) {
  const { source, sourceUrl, asOf, seenAt, value, pinned, until, reason, inEffect } = fact;
  const term = until === null ? '一直采用' : `采用至 ${until}`;
  return (
    <>
      <dt>给定值</dt>
      <dd>
        <Shown field={field} value={value} options={options} />
        <small>
          （{source}，{asOf ?? shownMoment(seenAt, 'YYYY-MM-DD')}）{pinned ? term : inEffect ? '现采用' : ''}
        </small>
        {sourceUrl !== null && /^https?:\/\//.test(sourceUrl) && (
          <Link href={sourceUrl} target="_blank" rel="noopener noreferrer" sx={{ ml: 1 }}>
            查看原文
          </Link>
        )}
        {reason !== null && (
          <div>
            <small>{reason}</small>
          </div>
        )}
      </dd>
    </>
  );
}

interface ShownProps extends Pick<CountedSourceProps, 'field' | 'options'> {
  readonly value: unknown;
}

/** A value as its cell shows it; labels of options may come later. */
const Shown = observer(function Shown({ field, value, options }: ShownProps) {
  const Cell = cellOf(field);
  return <Cell field={field} value={value as FieldValue} options={options} />;
});

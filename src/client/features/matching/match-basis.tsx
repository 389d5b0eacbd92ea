import { observer } from 'mobx-react-lite';
import type { HiddenReason, MatchList } from '#schemas/api/match-lists.ts';
import type { MatchAsked } from '#shared/matching/match-address.ts';
import { hashAddress } from '#client/lib/router.ts';
import { PlainButton, PlainLink } from '#client/ui/plain-button.tsx';
import { unfitHref } from './match-labels.tsx';
import type { MatchStore } from './match-store.ts';
import type { SubjectStore } from './subject-store.ts';

/** Where users say what they look for, and where a founder completes a project. */
export interface MatchPaths {
  readonly focus: string;
  readonly mandates: string;
  readonly financing: string;
}

interface MatchBasisProps {
  readonly store: MatchStore;
  readonly subjects: SubjectStore;
  readonly page: MatchList;
  readonly asked: MatchAsked;
  readonly onAsk: (asked: MatchAsked) => void;
  readonly paths: MatchPaths;
}

const number = (count: number): string => count.toLocaleString('zh-CN');

/** What a ranking goes by, what it leaves out, and what would make it better. */
export const MatchBasis = observer(function MatchBasis(props: MatchBasisProps) {
  const { store, page, asked, onAsk } = props;
  const { deals, on, subject, judged, missing } = page.basis;
  const whose = subject ? `${store.side === 'projects' ? '投资方' : '项目'}“${subject.name}” · ` : '';
  const known =
    deals > 0
      ? `依据 ${number(deals)} 笔公开交易（截至 ${on}），近半年的交易披露尚不完整`
      : '暂无交易依据，仅按自述比较';
  const { filter, keyword = '' } = store.question ?? {};
  const counted = filter === undefined && keyword === '' ? '共' : '筛选后';
  const shown = page.hidden.find(({ reason }) => reason === asked.only);
  return (
    <>
      <p className="match-note">
        {whose}
        {known} · {counted} {number(page.total)} {WORD[store.side]}，可据已填条件判断 {number(judged)}{' '}
        {WORD[store.side]}
      </p>
      {asked.only !== undefined && (
        <p className="match-only" role="status">
          正在查看未列出的：{shown?.label ?? '已无记录'}
          <PlainButton onClick={() => onAsk({ ...asked, only: undefined })}>返回匹配列表</PlainButton>
        </p>
      )}
      <Gates {...props} />
      {missing.length > 0 && <Missing {...props} />}
    </>
  );
});

const WORD = { investors: '家', projects: '个' } as const;

/** Each reason by which records are left out, with its number; its records can be looked at, or be put into the list this once. */
const Gates = observer(function Gates({ store, page, asked, onAsk }: MatchBasisProps) {
  const { unfitCount } = store;
  const gates = page.hidden.filter(({ reason }) => reason !== 'unfit');
  if (gates.length === 0 && unfitCount === 0) return null;
  const lift = (reason: HiddenReason) =>
    onAsk({
      ...asked,
      only: undefined,
      lift: asked.lift.includes(reason) ? asked.lift.filter((one) => one !== reason) : [...asked.lift, reason],
    });
  return (
    <ul className="match-gates" aria-label="未列出">
      {gates.map(({ reason, label, count, lifted }) => (
        <li key={reason}>
          {lifted ? '已列出' : '未列出'} {number(count)} {WORD[store.side]}：{label}
          {!lifted && asked.only !== reason && (
            <PlainButton onClick={() => onAsk({ ...asked, only: reason })}>
              查看<span className="visually-hidden">：{label}</span>
            </PlainButton>
          )}
          <label className="match-lift">
            <input
              type="checkbox"
              role="switch"
              aria-checked={lifted ?? false}
              checked={lifted ?? false}
              onChange={() => lift(reason)}
            />
            列入<span className="visually-hidden">：{label}</span>
          </label>
        </li>
      ))}
      {unfitCount > 0 && (
        <li>
          已隐藏 {number(unfitCount)} {WORD[store.side]}：已标记不合适
          <PlainLink href={unfitHref(projectOf(asked))}>查看或撤销</PlainLink>
        </li>
      )}
    </ul>
  );
});

const projectOf = ({ subject }: MatchAsked): string | undefined =>
  subject?.kind === 'project' ? subject.id : undefined;

/** What the asker says nothing of, and where to say it. */
function Missing({ store, subjects, page, asked: { subject }, paths }: MatchBasisProps) {
  const isDraft = subject?.kind === 'draft';
  const [who, label, path] =
    store.side === 'investors'
      ? ['项目尚未填写', '完善融资需求', paths.financing]
      : subject?.kind === 'mandate'
        ? ['该投资需求未填写', '完善投资需求', paths.mandates]
        : ['您尚未设置', '完善投资偏好', paths.focus];
  return (
    <p className="match-missing">
      {isDraft ? '临时条件未填写' : who}
      {page.basis.missing.join('、')}，这些条件暂不参与比较。
      {isDraft ? (
        <PlainButton onClick={() => subjects.ask()}>补充条件</PlainButton>
      ) : (
        <PlainLink href={hashAddress(path)}>{label}</PlainLink>
      )}
    </p>
  );
}

import { observer } from 'mobx-react-lite';
import type { PackageItem } from '#schemas/api/packages.ts';
import type { Side } from '#shared/metadata/merge-parts.ts';
import type { PackageStore } from './package-store.ts';

export const KIND_LABELS: Readonly<Record<PackageItem['kind'], string>> = {
  optionSet: '选项集',
  object: '对象',
  record: '记录',
  view: '视图',
  mapping: '导入映射',
};
const STATE_LABELS: Readonly<Record<PackageItem['state'], string>> = {
  new: '新增',
  changed: '修改',
  same: '相同',
  conflict: '冲突',
};
const ORDER: readonly PackageItem['state'][] = ['conflict', 'new', 'changed'];
const SIDES: readonly { readonly side: Side; readonly label: string }[] = [
  { side: 'mine', label: '保留现有' },
  { side: 'theirs', label: '采用包中的' },
];

/** What a package would change, the questions first; what is the same is only counted. */
export const PlanList = observer(function PlanList({ store }: { readonly store: PackageStore }) {
  const items = store.plan?.items ?? [];
  const count = (state: PackageItem['state']) => items.filter((item) => item.state === state).length;
  // What a choice left as it is can be chosen again.
  const kept = items.filter(({ state, clashes }) => state === 'same' && clashes.length > 0);
  return (
    <>
      <p className="pack-counts">
        {[...ORDER, 'same' as const].map((state) => (
          <span key={state} data-state={state}>
            {STATE_LABELS[state]} {count(state)}
          </span>
        ))}
      </p>
      <ul className="pack-plan" aria-label="引入计划">
        {[...ORDER.flatMap((state) => items.filter((item) => item.state === state)), ...kept].map((item) => (
          <PlanEntry key={`${item.kind} ${item.name}`} store={store} item={item} />
        ))}
      </ul>
    </>
  );
});

const PlanEntry = observer(function PlanEntry({
  store,
  item,
}: {
  readonly store: PackageStore;
  readonly item: PackageItem;
}) {
  const { kind, label, state, changes, clashes, rights } = item;
  return (
    <li>
      <p className="pack-entry">
        <span className="pack-state" data-state={state}>
          {STATE_LABELS[state]}
        </span>
        <b>
          <bdi>{label}</bdi>
        </b>
        <small>{KIND_LABELS[kind]}</small>
      </p>
      {changes.length > 0 && (
        <ul className="pack-words">
          {changes.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      {rights.map((words) => (
        <p key={words} className="pack-rights">
          权限：{words}
        </p>
      ))}
      {clashes.map((clash) => {
        const name = JSON.stringify([kind, item.name, clash.path]);
        return (
          <fieldset key={name} className="pack-clash">
            <legend>两边都改过：{clash.words.join('，')}</legend>
            {SIDES.map(({ side, label: words }) => (
              <label key={side}>
                <input
                  type="radio"
                  name={name}
                  checked={store.sideOf(item, clash) === side}
                  onChange={() => void store.choose(item, clash, side)}
                />
                <span>{words}</span>
              </label>
            ))}
          </fieldset>
        );
      })}
    </li>
  );
});

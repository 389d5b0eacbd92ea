import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import type { PackageChoice } from '#schemas/metadata/package.ts';
import { downloadText } from '#client/lib/download.ts';
import type { PackageStore } from './package-store.ts';

interface ExportCardProps {
  readonly store: PackageStore;
  readonly objects: readonly { readonly apiName: string; readonly label: string }[];
}

const PARTS = [
  ['views', '共享给所有人的视图'],
  ['mappings', '用过的导入映射'],
  ['articles', '帮助文章与术语'],
  ['homeBlocks', '首页内容与步骤'],
  ['automations', '自动化规则'],
] as const satisfies readonly (readonly [keyof PackageChoice, string])[];

type Part = (typeof PARTS)[number][0];

const toggled = <T,>(set: ReadonlySet<T>, one: T): ReadonlySet<T> =>
  set.has(one) ? new Set([...set].filter((other) => other !== one)) : new Set([...set, one]);

/** Chooses what goes into a package, and puts it on the disk. */
export const ExportCard = observer(function ExportCard({ store, objects }: ExportCardProps) {
  const [name, setName] = useState('');
  const [title, setTitle] = useState('');
  const [keyword, setKeyword] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [parts, setParts] = useState<ReadonlySet<Part>>(new Set());
  const { isBusy, failure } = store.exporting;
  const wanted = keyword.trim().toLowerCase();
  const shown = objects.filter(({ apiName, label }) => `${apiName}\n${label}`.toLowerCase().includes(wanted));
  const isEmpty = chosen.size === 0 && ![...parts].some((part) => part !== 'views' && part !== 'mappings');
  const make = () => {
    const choice: PackageChoice = {
      name: name.trim(),
      title: title.trim(),
      objects: [...chosen],
      ...Object.fromEntries(PARTS.map(([part]) => [part, parts.has(part)])),
    };
    void store.export(choice, (pack) => downloadText(`${pack.name}.json`, `${JSON.stringify(pack, null, 2)}\n`));
  };
  return (
    <section className="meta-card pack-card" aria-labelledby="pack-export">
      <h2 id="pack-export">导出</h2>
      <p className="meta-count">对象用到的选项集会一起导出；图片、附件与记录编号不随包走</p>
      <div className="pack-fields">
        <TextField label="包名称" value={title} onChange={(event) => setTitle(event.target.value)} />
        <TextField
          label="包标识"
          value={name}
          placeholder="如：car-market"
          helperText="小写字母开头，只含小写字母、数字和连字符；同一标识的包可以一次次引入"
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <TextField
        label={`对象（已选 ${chosen.size} 个）`}
        value={keyword}
        placeholder="按名称或标识查找"
        onChange={(event) => setKeyword(event.target.value)}
      />
      <ul className="pack-objects" aria-label="要导出的对象">
        {shown.map(({ apiName, label }) => (
          <li key={apiName}>
            <label>
              <input
                type="checkbox"
                checked={chosen.has(apiName)}
                onChange={() => setChosen(toggled(chosen, apiName))}
              />
              <span>{label}</span>
              <code>{apiName}</code>
            </label>
          </li>
        ))}
      </ul>
      <fieldset className="pack-parts">
        <legend>一起导出</legend>
        {PARTS.map(([part, label]) => (
          <label key={part}>
            <input type="checkbox" checked={parts.has(part)} onChange={() => setParts(toggled(parts, part))} />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      {failure && (
        <p role="alert" className="pack-fault">
          {failure.message}
        </p>
      )}
      <div className="meta-actions">
        <Button
          variant="contained"
          disabled={isBusy || isEmpty || name.trim() === '' || title.trim() === ''}
          onClick={make}
        >
          {isBusy ? '正在导出…' : '导出为文件'}
        </Button>
      </div>
    </section>
  );
});

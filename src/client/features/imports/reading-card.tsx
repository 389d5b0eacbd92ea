import { observer } from 'mobx-react-lite';
import type { ImportReading } from '#schemas/api/imports.ts';
import type { ImportStore } from './import-store.ts';
import { ScrollBox } from '#client/ui/scroll-box.tsx';

const ENCODINGS = [
  ['utf-8', 'UTF-8'],
  ['gb18030', 'GB18030（GBK）'],
  ['big5', 'Big5（繁体）'],
  ['utf-16le', 'UTF-16 LE'],
  ['utf-16be', 'UTF-16 BE'],
  ['windows-1252', 'Windows-1252（西欧）'],
  ['macintosh', 'MacRoman'],
] as const;
const DELIMITERS = [
  [',', '逗号 ,'],
  ['\t', '制表符'],
  [';', '分号 ;'],
  ['|', '竖线 |'],
  ['，', '中文逗号 ，'],
  ['\u0001', '控制符 \\u0001'],
] as const;
const MOST_HEADER_ROWS = 20;

/** How the file is read, and its first rows read that way. */
export const ReadingCard = observer(function ReadingCard({ store }: { readonly store: ImportStore }) {
  const { preview, detail, isPreviewing } = store;
  const format = detail?.job.format;
  const reading = preview?.reading ?? {};
  const read = (change: ImportReading) => void store.read({ ...reading, ...change });
  return (
    <section className="paper-card" aria-labelledby="reading" aria-busy={isPreviewing}>
      <h2 id="reading">1 文件内容</h2>
      <div className="imp-fields">
        {format !== 'xlsx' && reading.encoding !== undefined && (
          <Choice
            label="编码"
            value={reading.encoding}
            choices={ENCODINGS}
            onChoose={(encoding) => read({ encoding, ...(format === 'csv' && { header: reading.header ?? 1 }) })}
          />
        )}
        {reading.delimiter !== undefined && (
          <Choice
            label="分隔符"
            value={reading.delimiter}
            choices={DELIMITERS}
            onChoose={(delimiter) => read({ delimiter })}
          />
        )}
        {preview && preview.sheets.length > 0 && (
          <Choice
            label="工作表"
            value={String(typeof reading.sheet === 'number' ? preview.sheets[reading.sheet - 1] : reading.sheet)}
            choices={preview.sheets.map((name) => [name, name] as const)}
            onChoose={(sheet) => void store.read({ sheet })}
          />
        )}
        {reading.header !== undefined && (
          <Choice
            label="表头"
            value={String(reading.header)}
            choices={[
              ['0', '没有表头'],
              ...Array.from({ length: MOST_HEADER_ROWS }, (_, row) => [String(row + 1), `第 ${row + 1} 行`] as const),
            ]}
            onChoose={(row) => read({ header: Number(row) })}
          />
        )}
      </div>
      {store.previewProblem !== '' && (
        <p className="imp-problem" role="alert">
          {store.previewProblem}
        </p>
      )}
      {!preview && store.previewProblem === '' && <p className="imp-soft">正在读取文件开头……</p>}
      {preview && (
        <ScrollBox className="imp-scroll" label="文件的前二十行">
          <table className="data-table imp-table imp-preview">
            <caption className="visually-hidden">文件的前二十行，按上面的方式读取</caption>
            <thead>
              <tr>
                <th scope="col">行</th>
                {preview.columns.map((column) => (
                  <th scope="col" key={column}>
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {preview.rows.map(({ row, cells }) => (
                <tr key={row} className={row <= (reading.header ?? 0) ? 'imp-heading-row' : undefined}>
                  <th scope="row">{row}</th>
                  {preview.columns.map((column, place) => (
                    <td key={column}>{cells[place] ?? ''}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollBox>
      )}
    </section>
  );
});

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly choices: readonly (readonly [string, string])[];
  readonly onChoose: (value: string) => void;
}

function Choice({ label, value, choices, onChoose }: ChoiceProps) {
  const known = choices.some(([each]) => each === value);
  return (
    <label className="imp-field">
      <span>{label}</span>
      <select value={value} onChange={(event) => onChoose(event.target.value)}>
        {!known && <option value={value}>{value}</option>}
        {choices.map(([each, words]) => (
          <option key={each} value={each}>
            {words}
          </option>
        ))}
      </select>
    </label>
  );
}

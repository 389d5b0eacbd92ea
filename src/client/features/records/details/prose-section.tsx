import { observer } from 'mobx-react-lite';
import { isSealed } from '#generators/field-types/sealed.ts';
import type { FieldDefinition } from '#schemas/metadata/field.ts';
import type { FileValue } from '#schemas/metadata/value.ts';
import type { DetailSection } from '#generators/detail.ts';
import { fieldType } from '#generators/field-types/registry.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { PictureElsewhere } from '#client/ui/field-types/cells/file-cell.tsx';
import { isFileUrl, isOwnFile } from '#client/ui/field-types/texts/file-url.ts';
import { DetailValue, type DetailPartProps } from './detail-value.tsx';
import { ValueSource } from './value-source.tsx';

type ProsePartProps = DetailPartProps & { readonly field: FieldDefinition };

/** Long texts and pictures one below the other, as an article is read; what is empty leaves no gap. */
export const ProseSection = observer(function ProseSection({
  section,
  ...part
}: DetailPartProps & { readonly section: DetailSection }) {
  const { store } = part;
  const shown = section.fields.filter(({ apiName }) => store.isLocked(apiName) || store.isKnown(apiName));
  return (
    <section id={section.id} className="detail-card" aria-labelledby={`${section.id}-title`}>
      <h2 id={`${section.id}-title`}>{section.label}</h2>
      {section.help !== undefined && <p className="detail-help">{section.help}</p>}
      {shown.length === 0 && <p className="detail-help">暂无内容</p>}
      <div className="prose">
        {shown.map((field) => (
          <div key={field.apiName}>
            {/* A text that is called like its section needs no second heading. */}
            {!fieldType(field).isPicture && (
              <h3 className={field.label === section.label ? 'prose-plain' : undefined}>
                {field.label !== section.label && field.label}
                {!store.isLocked(field.apiName) && !isSealed(field) && <ValueSource {...part} field={field} />}
              </h3>
            )}
            <ProsePart {...part} field={field} />
          </div>
        ))}
      </div>
    </section>
  );
});

const ProsePart = observer(function ProsePart(props: ProsePartProps) {
  const { store, field } = props;
  const value = store.reply && recordValue(store.reply.record, field.apiName);
  if (store.isLocked(field.apiName)) return <DetailValue {...props} />;
  if (fieldType(field).isPicture) {
    const file = value as FileValue;
    const { url, name } = file;
    if (isFileUrl(url) && !isOwnFile(url)) return <PictureElsewhere file={file} />;
    return isFileUrl(url) ? <img src={url} alt={name} loading="lazy" decoding="async" /> : null;
  }
  // A text may say the same twice: so the offset of a paragraph is its key.
  return Array.from(String(value).matchAll(/\S[^\n]*/g), (paragraph) => <p key={paragraph.index}>{paragraph[0]}</p>);
});

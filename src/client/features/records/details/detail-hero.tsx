import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { FileValue } from '#schemas/metadata/value.ts';
import { detailHeader } from '#generators/detail.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { isOwnFile } from '#client/ui/field-types/texts/file-url.ts';
import { DetailValue, type DetailPartProps } from './detail-value.tsx';
import { HeroActions } from './hero-actions.tsx';
import { ProvenanceLine } from './provenance-line.tsx';

interface DetailHeroProps extends DetailPartProps {
  readonly definition: ObjectDefinition;
  /** The ways to the people behind the record. */
  readonly panel: ReactNode;
}

/** What the record is, at a glance: logo or initial, name, one line of facts, tags, key figures, and what may be done. */
export const DetailHero = observer(function DetailHero({ panel, ...props }: DetailHeroProps) {
  const { store, definition } = props;
  const header = detailHeader(definition);
  const record = store.reply?.record ?? { id: store.id };
  const logo = header.logo && (recordValue(record, header.logo.apiName) as FileValue | null | undefined);
  const known = (fields: typeof header.tags) => fields.filter(({ apiName }) => store.isKnown(apiName));
  const name = store.name || `${definition.label} #${store.id}`;
  const [facts, tags, highlights] = [known(header.facts), known(header.tags), known(header.highlights)];
  return (
    <header className="detail-card detail-hero" data-panel={panel ? true : undefined}>
      <div className="detail-head">
        {logo?.url && isOwnFile(logo.url) ? (
          <img className="detail-logo" src={logo.url} alt="" />
        ) : (
          <div className="detail-logo detail-initial" aria-hidden>
            {[...name][0]}
          </div>
        )}
        <div className="detail-who">
          <Typography variant="h1">{name}</Typography>
          {facts.length > 0 && (
            <ul className="detail-facts">
              {facts.map((field) => (
                <li key={field.apiName} title={field.label}>
                  <DetailValue {...props} field={field} />
                </li>
              ))}
            </ul>
          )}
          {header.subtitle && store.isKnown(header.subtitle.apiName) && (
            <div className="detail-brief">
              <DetailValue {...props} field={header.subtitle} />
            </div>
          )}
          {tags.length > 0 && (
            <div className="detail-tags">
              {tags.map((field) => (
                <span key={field.apiName} title={field.label}>
                  <DetailValue {...props} field={field} />
                </span>
              ))}
            </div>
          )}
        </div>
        <HeroActions {...props} />
      </div>
      {highlights.length > 0 && (
        <dl className="detail-highlights">
          {highlights.map((field) => (
            <div key={field.apiName} className="detail-highlight">
              <dt>{field.label}</dt>
              <dd>
                <DetailValue {...props} field={field} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {panel && <div className="detail-people">{panel}</div>}
      <ProvenanceLine {...props} />
    </header>
  );
});

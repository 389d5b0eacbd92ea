import EditOutlined from '@mui/icons-material/EditOutlined';
import PrintOutlined from '@mui/icons-material/PrintOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import type { ObjectDefinition } from '#schemas/metadata/object.ts';
import type { FileValue } from '#schemas/metadata/value.ts';
import { isSystem } from '#generators/object.ts';
import { detailHeader } from '#generators/detail.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { formPath, hashAddress } from '#client/lib/router.ts';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { isOwnFile } from '#client/ui/field-types/texts/file-url.ts';
import { isEmptyValue } from '#client/ui/field-types/cells/clipped.tsx';
import { DetailValue, type DetailPartProps } from './detail-value.tsx';
import { retiringActions } from './retiring-actions.ts';
import { ProvenanceLine } from './provenance-line.tsx';

const RecordActions = lazyPart(
  async () => (await import('#client/features/records/actions/record-actions.tsx')).RecordActions,
);

/** Logo or initial, name, subtitle, tags, key figures, and what may be done with the record. */
export const DetailHeader = observer(function DetailHeader(
  props: DetailPartProps & { readonly definition: ObjectDefinition },
) {
  const { store, definition } = props;
  const header = detailHeader(definition);
  const record = store.reply?.record ?? { id: store.id };
  const logo = header.logo && (recordValue(record, header.logo.apiName) as FileValue | null | undefined);
  const isKnown = (apiName: string) => store.isLocked(apiName) || !isEmptyValue(recordValue(record, apiName));
  const own = isSystem(definition) ? (definition.actions ?? []) : retiringActions(definition.apiName);
  const actions = isSystem(definition) || props.actions?.retires === true ? own : [];
  const name = store.name || `${definition.label} #${store.id}`;
  return (
    <header className="detail-card">
      <div className="detail-head">
        {logo?.url && isOwnFile(logo.url) ? (
          <img className="detail-logo" src={logo.url} alt="" />
        ) : (
          <div className="detail-logo detail-initial" aria-hidden>
            {[...name][0]}
          </div>
        )}
        <div style={{ flex: '1 1 260px', minWidth: 0 }}>
          <Typography variant="h1">{name}</Typography>
          {header.subtitle && isKnown(header.subtitle.apiName) && (
            <Typography
              component="div"
              variant="body2"
              color="textSecondary"
              sx={{ mt: 0.5, '--cell-wrap': 'pre-wrap' }}
            >
              <DetailValue {...props} field={header.subtitle} />
            </Typography>
          )}
          <div className="detail-tags">
            {header.tags
              .filter((field) => isKnown(field.apiName) && !store.isLocked(field.apiName))
              .map((field) => (
                <span key={field.apiName} title={field.label} style={{ minWidth: 0 }}>
                  <DetailValue {...props} field={field} />
                </span>
              ))}
          </div>
        </div>
        <Stack direction="row" className="detail-actions" sx={{ gap: 1, flexWrap: 'wrap' }}>
          {props.actions && actions.length > 0 && store.reply && (
            <RecordActions
              actions={props.actions}
              definition={{ ...definition, actions }}
              record={store.reply.record}
            />
          )}
          <Button color="inherit" startIcon={<PrintOutlined />} onClick={() => window.print()}>
            打印
          </Button>
          {store.reply?.editable && (
            <Button
              variant="contained"
              startIcon={<EditOutlined />}
              href={hashAddress(formPath(store.objectApiName, store.id))}
            >
              编辑
            </Button>
          )}
        </Stack>
      </div>
      {header.highlights.length > 0 && (
        <dl className="detail-highlights">
          {header.highlights.map((field) => (
            <div key={field.apiName} className="detail-highlight">
              <dt>{field.label}</dt>
              <dd>
                <DetailValue {...props} field={field} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <ProvenanceLine {...props} />
    </header>
  );
});

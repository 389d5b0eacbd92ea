import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import type { ListView } from '#schemas/api/list-view.ts';
import type { RecordRow } from '#schemas/api/records.ts';
import type { FileValue } from '#schemas/metadata/value.ts';
import { recordValue } from '#client/lib/record-value.ts';
import { isOwnFile } from '#client/ui/field-types/texts/file-url.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { GridSkeleton } from '#client/ui/data-grid/grid-skeleton.tsx';
import { MoreButton } from '#client/ui/more-button.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { isEmptyValue } from '#client/ui/field-types/cells/clipped.tsx';
import { fieldOf, nameOf, RowValue } from '#client/features/records/blocks/row-facts.tsx';
import type { GalleryStore } from './gallery-store.ts';
import type { DisplayQuery } from './display-query.ts';
import { RecordLink, type RecordLinkProps } from './record-link.tsx';

const SKELETON_ROW = 180;

interface GalleryViewProps extends Pick<RecordLinkProps, 'onOpen'> {
  readonly view: ListView;
  readonly query: DisplayQuery;
  readonly store: GalleryStore;
  readonly options: OptionLabels;
}

/** A list as pictures, with what matters of each record below its name. */
export const GalleryView = observer(function GalleryView({ view, query, store, options, onOpen }: GalleryViewProps) {
  useEffect(() => store.show(query, view));
  const { rows, failure } = store;
  if (failure && !rows)
    return <Notice isAlert title={failure.message} action={{ label: '重试', onPress: () => store.reload() }} />;
  if (!rows) return <GridSkeleton rowHeight={SKELETON_ROW} />;
  const { badge, facts = [] } = view.gallery ?? {};
  return (
    <div className="gallery-scroll">
      <ul className="gallery" aria-label={`${view.label}图册`}>
        {rows.map((row) => (
          <li key={row.id}>
            <Picture view={view} row={row} />
            <div className="gallery-words">
              <RecordLink view={view} row={row} onOpen={onOpen} />
              <RowValue {...{ view, row, options }} field={badge} />
              {facts
                .filter((name) => !isEmptyValue(recordValue(row, name)))
                .map((name) => (
                  <p key={name}>
                    <span>{fieldOf(view, name)?.label}</span>
                    <RowValue {...{ view, row, options }} field={name} />
                  </p>
                ))}
            </div>
          </li>
        ))}
      </ul>
      {failure && <p role="alert">{failure.message}</p>}
      <MoreButton pages={store} />
    </div>
  );
});

/** The picture of a record, or the first character of its name. */
function Picture({ view, row }: { readonly view: ListView; readonly row: RecordRow }) {
  const name = view.gallery?.picture ?? view.logo;
  const value = name === undefined ? undefined : recordValue(row, name);
  const [file] = (Array.isArray(value) ? value : [value]) as (FileValue | null | undefined)[];
  if (file?.url && isOwnFile(file.url))
    return <img className="gallery-picture" src={file.url} alt="" loading="lazy" decoding="async" />;
  return (
    <span className="gallery-picture" aria-hidden>
      {[...nameOf(view, row)][0]}
    </span>
  );
}

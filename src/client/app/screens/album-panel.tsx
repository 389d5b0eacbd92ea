import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { BINDINGS } from '#schemas/bindings.ts';
import { boundValues } from '#shared/bindings/bound-values.ts';
import { AlbumStore } from '#client/features/albums/album-store.ts';
import { AlbumStrip } from '#client/features/albums/album-strip.tsx';
import type { RecordDetailStore } from '#client/features/records/details/record-detail-store.ts';
import { albumPath } from '#client/lib/router.ts';
import type { AppStores } from '#client/app/base/stores.ts';

interface AlbumPanelProps {
  readonly stores: AppStores;
  readonly record: RecordDetailStore;
}

const [RAISING] = BINDINGS.project.fields.status.options;

/** The album on the page of a project that is raising; others have none that this page could know of. */
export const AlbumPanel = observer(function AlbumPanel({ stores, record }: AlbumPanelProps) {
  const { objectApiName, id, reply } = record;
  const isRaising =
    objectApiName === BINDINGS.project.object &&
    reply !== undefined &&
    boundValues(BINDINGS.project, reply.record).status === RAISING;
  return isRaising ? <Strip stores={stores} objectApiName={objectApiName} id={id} /> : null;
});

interface StripProps extends Pick<AlbumPanelProps, 'stores'> {
  readonly objectApiName: string;
  readonly id: string;
}

function Strip({ stores, objectApiName, id }: StripProps) {
  const [store] = useState(() => new AlbumStore(stores.api, objectApiName, id));
  return <AlbumStrip store={store} albumPath={albumPath(objectApiName, id)} />;
}

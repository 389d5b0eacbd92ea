import { observer } from 'mobx-react-lite';
import { useEffect, useMemo, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { DUTIES } from '#schemas/generated/metadata/duty.ts';
import { shanghaiDay } from '#shared/time/shanghai.ts';
import { narrowedAddress } from '#shared/lists/list-address.ts';
import type { BesideProps } from '#client/features/records/beside/record-beside.tsx';
import type { ListRanking } from '#client/features/records/list/list-ranking.ts';
import { useListPlace } from '#client/features/records/base/use-list-place.ts';
import { ListDisplays } from '#client/features/records/displays/list-displays.ts';
import { ListSummariesStore } from '#client/features/records/base/list-summaries-store.ts';
import { RecordListStore } from '#client/features/records/list/record-list-store.ts';
import { TotalsStore } from '#client/features/records/columns/totals-store.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import { GridSkeleton } from '#client/ui/data-grid/grid-skeleton.tsx';
import { lazyPart } from '#client/ui/lazy-part.tsx';
import { Notice } from '#client/ui/notice.tsx';
import { ForbiddenPage, NotFoundPage } from '#client/app/base/status-page.tsx';
import { SubscribePart } from './subscribe-part.tsx';
import type { OpenFixedList } from '#client/lib/catalog-store.ts';
import type { WholeList } from '#client/features/records/list/list-tools.tsx';
import { hear, type ScreenProps } from '#client/app/base/screen.tsx';
import type { AppStores } from '#client/app/base/stores.ts';
import { listedTools } from '#client/app/base/listed-tools.tsx';
import { actionsOf, bulkOf } from '#client/app/base/record-actions.ts';

const RecordListPage = lazyPart(
  async () => (await import('#client/features/records/list/record-list-page.tsx')).RecordListPage,
);

const BesideScreen = lazyPart(async () => (await import('./beside-screen.tsx')).BesideScreen);

const SKELETON_ROW = 40;

interface ListScreenProps extends ScreenProps {
  /** The object, where the list is on a page that has another address. */
  readonly objectApiName?: string | undefined;
  /** Where the records can be ranked by what fits. */
  readonly ranking?: ListRanking | undefined;
  /** The list fills the page of the other address and has no frame of its own. */
  readonly isWhole?: boolean;
}

const hasEveryDuty = ({ session }: AppStores): boolean => session.profile?.duties.length === DUTIES.length;

/** The list of an object: without its name that of which the route in the metadata is this one. */
export const ListScreen = observer(function ListScreen({ stores, objectApiName, ranking, isWhole }: ListScreenProps) {
  const { pathname, search: whole } = useLocation();
  const { search, pathWith } = useListPlace();
  const { catalog } = stores;
  const object = objectApiName === undefined ? catalog.at(pathname) : catalog.summary(objectApiName);
  const fixed = objectApiName === undefined ? catalog.fixedAt(pathname) : undefined;
  usePageTitle(fixed?.label ?? object?.label);
  if (catalog.failure) {
    return (
      <Notice
        isAlert
        title={catalog.failure.message}
        action={{ label: '重试', onPress: () => void catalog.loadObjects() }}
      />
    );
  }
  if (!catalog.objects || !stores.views.isReady) return <GridSkeleton rowHeight={SKELETON_ROW} />;
  const moved = objectApiName === undefined ? catalog.movedFrom(pathname) : undefined;
  if (moved !== undefined) return <Navigate to={`${moved}${whole}`} replace />;
  // What a member of staff has no duty for is not among the objects that the server names.
  if (!object) return pathname.startsWith('/staff/') && !hasEveryDuty(stores) ? <ForbiddenPage /> : <NotFoundPage />;
  // Lists of the staff had addresses such as ?state=PAID before they were lists of objects.
  const narrowed = object.kind === 'system' ? narrowedAddress(search) : undefined;
  if (narrowed !== undefined) return <Navigate to={pathWith(narrowed)} replace />;
  const list = (
    <List
      key={`${object.apiName} ${JSON.stringify(fixed)}`}
      stores={stores}
      objectApiName={object.apiName}
      label={fixed?.label ?? object.label}
      fixed={fixed}
      whole={fixed && object.route !== undefined ? { route: object.route, label: object.label } : undefined}
      isCreatable={object.creatable}
      ranking={ranking}
      isSystem={object.kind === 'system'}
      isForMembers={object.forMembers}
      isImportable={object.kind === undefined && stores.session.may('import.run')}
    />
  );
  return objectApiName === undefined || isWhole === true ? list : <div className="list-frame">{list}</div>;
});

interface ListProps extends ScreenProps {
  readonly objectApiName: string;
  readonly label: string;
  readonly isCreatable: boolean;
  readonly isImportable: boolean;
  readonly ranking: ListRanking | undefined;
  /** Its records are those of a feature, which open beside it. */
  readonly isSystem: boolean;
  /** Its records are data that users follow. */
  readonly isForMembers: boolean;
  /** The list has a condition of its own. */
  readonly fixed: OpenFixedList | undefined;
  /** The list of all records of the object, of which this one is a part. */
  readonly whole: WholeList | undefined;
}

function List({ stores, objectApiName, isSystem, isForMembers, fixed, whole, ...rest }: ListProps) {
  const [store] = useState(() => new RecordListStore(stores.api, objectApiName, undefined, fixed));
  const [displays] = useState(() => new ListDisplays(stores.api, objectApiName, shanghaiDay(new Date())));
  useEffect(() => hear(stores.events, store), [stores, store]);
  useEffect(() => hear(stores.events, displays), [stores, displays]);
  const tools = useMemo(() => {
    const onChanged = () => {
      void store.reload();
      displays.reload();
    };
    return {
      views: stores.views,
      exports: stores.exports.of(objectApiName),
      totals: new TotalsStore(stores.api),
      actions: actionsOf(stores, onChanged),
      displays,
      summaries: fixed?.summaries && new ListSummariesStore(stores.api),
      whole,
      keep: isSystem
        ? undefined
        : {
            ask: (ids: readonly string[]) => stores.lists.ask(objectApiName, ids),
            take: (id: string, ids: readonly string[]) =>
              void stores.lists.take({ id }, ids, () => void store.reload()),
          },
      listed: isSystem ? undefined : listedTools(stores, store, isForMembers),
      // Who may bring in a file may change many records.
      bulk: rest.isImportable ? bulkOf(stores, objectApiName, () => void store.reload()) : undefined,
      further: isSystem
        ? undefined
        : (id: string | undefined, onNeed: () => void) => (
            <SubscribePart source="view" {...{ stores, objectApiName, id, onNeed }} />
          ),
      beside: isSystem
        ? (place: BesideProps) => <BesideScreen {...place} {...{ stores, objectApiName, onChanged }} />
        : undefined,
    };
  }, [stores, objectApiName, store, displays, rest.isImportable, isSystem, isForMembers, fixed, whole]);
  return <RecordListPage store={store} tools={tools} lookups={stores.lookups} {...rest} />;
}

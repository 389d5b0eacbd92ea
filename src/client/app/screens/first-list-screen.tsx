import { observer } from 'mobx-react-lite';
import { Navigate, useLocation } from 'react-router-dom';
import { BINDINGS } from '#schemas/bindings.ts';
import { isFounder, profileActor } from '#shared/policy/actor.ts';
import { GridSkeleton } from '#client/ui/data-grid/grid-skeleton.tsx';
import { Notice } from '#client/ui/notice.tsx';
import type { ScreenProps } from '#client/app/base/screen.tsx';
import { NotFoundPage } from '#client/app/base/status-page.tsx';

const SKELETON_ROW = 40;

/** The root of lists leads to the first one below it; a founder, who looks for investors, comes to those before projects. */
export const FirstListScreen = observer(function FirstListScreen({ stores }: ScreenProps) {
  const { pathname } = useLocation();
  const { catalog, session } = stores;
  if (catalog.failure)
    return (
      <Notice
        isAlert
        title={catalog.failure.message}
        action={{ label: '重试', onPress: () => void catalog.loadObjects() }}
      />
    );
  if (!catalog.objects) return <GridSkeleton rowHeight={SKELETON_ROW} />;
  const below = catalog.lists.filter(({ route }) => route.startsWith(`${pathname.replace(/\/$/, '')}/`));
  const seeksInvestors = session.profile !== undefined && isFounder(profileActor(session.profile));
  const own = seeksInvestors ? below.find(({ apiName }) => apiName === BINDINGS.investor.object) : undefined;
  const first = own ?? below[0];
  return first ? <Navigate to={first.route} replace /> : <NotFoundPage />;
});

import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import { observer } from 'mobx-react-lite';
import type { ReactNode } from 'react';
import type { CatalogStore } from '#client/lib/catalog-store.ts';
import { hashAddress } from '#client/lib/router.ts';
import { PageHead } from '#client/ui/page-head.tsx';
import { usePageTitle } from '#client/lib/page-title.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { Notice } from '#client/ui/notice.tsx';
import { PlainLink } from '#client/ui/plain-button.tsx';
import { LatestPanel } from './latest-panel.tsx';
import type { NextStep } from './next-step.ts';
import type { LatestStore } from './home-store.ts';
import './home-step.css';

interface HomePageProps {
  /** Name of the person; empty while unknown. */
  readonly name: string;
  /** Hour of the day, 0 to 23. */
  readonly hour: number;
  /** What the user does best next; undefined where nothing is left to do. */
  readonly step: NextStep | undefined;
  readonly catalog: CatalogStore;
  readonly latest: readonly LatestStore[];
  readonly options: OptionLabels;
  /** What waits for the user, before all else; only staff have any. */
  readonly waiting?: ReactNode;
}

/** Greeting, the way into every list, and what is new. */
export const HomePage = observer(function HomePage(props: HomePageProps) {
  const { name, hour, step, catalog, latest, options, waiting } = props;
  usePageTitle(undefined);
  return (
    <div className="page-column" data-wide>
      <PageHead
        title={`${greeting(hour)}${name && `，${name}`}`}
        help={
          waiting === undefined
            ? '从下面的数据库开始浏览，或在各列表中按条件筛选。'
            : '以下事项等待处理，等得最久的在前。'
        }
      />
      {waiting}
      {step && (
        <section className="paper-card home-step" aria-label="下一步">
          <div>
            <h2>{step.title}</h2>
            <p>{step.words}</p>
          </div>
          <PlainLink look="filled" href={hashAddress(step.path)}>
            {step.action}
          </PlainLink>
        </section>
      )}
      <Tiles catalog={catalog} />
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}
      >
        {latest.map((store) => {
          const summary = catalog.summary(store.objectApiName);
          return (
            summary?.route && (
              <LatestPanel
                key={store.objectApiName}
                title={`最新${summary.label}`}
                route={summary.route}
                store={store}
                options={options}
              />
            )
          );
        })}
      </Box>
    </div>
  );
});

/** One tile for each list there is. */
const Tiles = observer(function Tiles({ catalog }: { readonly catalog: CatalogStore }) {
  if (catalog.failure) {
    return (
      <Notice
        isAlert
        title={catalog.failure.message}
        action={{ label: '重试', onPress: () => void catalog.loadObjects() }}
      />
    );
  }
  if (!catalog.objects) return <Skeleton variant="rounded" height={88} />;
  return (
    <Box
      component="nav"
      aria-label="数据库"
      sx={{
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: {
          xs: 'repeat(2, minmax(0, 1fr))',
          sm: 'repeat(4, minmax(0, 1fr))',
          lg: 'repeat(auto-fill, minmax(150px, 1fr))',
        },
      }}
    >
      {catalog.lists.map((object) => (
        <ButtonBase
          key={object.apiName}
          href={hashAddress(object.route)}
          sx={{
            justifyContent: 'flex-start',
            gap: 1.25,
            p: { xs: 1.25, sm: 1.5 },
            border: 1,
            borderColor: 'divider',
            borderRadius: 1,
            bgcolor: 'background.paper',
            fontSize: 14.5,
            whiteSpace: 'nowrap',
            fontWeight: 500,
            '&:hover': { borderColor: 'primary.main', bgcolor: 'var(--row-hover)' },
          }}
        >
          <Box
            aria-hidden
            sx={{
              width: 34,
              height: 34,
              flex: 'none',
              display: 'grid',
              placeItems: 'center',
              borderRadius: 1,
              bgcolor: 'var(--brand-wash)',
              color: 'primary.main',
              fontWeight: 600,
            }}
          >
            {[...object.label][0]}
          </Box>
          {object.label}
        </ButtonBase>
      ))}
    </Box>
  );
});

function greeting(hour: number): string {
  if (hour < 6) return '夜深了';
  if (hour < 12) return '上午好';
  return hour < 18 ? '下午好' : '晚上好';
}

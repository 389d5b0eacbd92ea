import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { observer } from 'mobx-react-lite';
import type { CatalogStore } from '#client/lib/catalog-store.ts';
import { hashAddress } from '#client/lib/router.ts';
import { usePageTitle } from '#client/lib/page-title.ts';
import type { OptionLabels } from '#client/ui/field-types/field-type-ui.ts';
import { Notice } from '#client/ui/notice.tsx';
import { LatestPanel } from './latest-panel.tsx';
import type { LatestStore } from './home-store.ts';

interface HomePageProps {
  /** Name of the person; empty while unknown. */
  readonly name: string;
  /** Hour of the day, 0 to 23. */
  readonly hour: number;
  readonly catalog: CatalogStore;
  readonly latest: readonly LatestStore[];
  readonly options: OptionLabels;
}

/** Greeting, the way into every list, and what is new. */
export const HomePage = observer(function HomePage({ name, hour, catalog, latest, options }: HomePageProps) {
  usePageTitle(undefined);
  return (
    <Stack sx={{ gap: 2, p: { xs: 1.5, md: 3 }, maxWidth: 1600, mx: 'auto' }}>
      <Box>
        <Typography variant="h1">{`${greeting(hour)}${name && `，${name}`}`}</Typography>
        <Typography variant="body2" color="textSecondary">
          从下面的数据库开始浏览，或在各列表中按条件筛选。
        </Typography>
      </Box>
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
    </Stack>
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
          lg: 'repeat(8, minmax(0, 1fr))',
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

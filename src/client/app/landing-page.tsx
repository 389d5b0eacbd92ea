import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { logoText, productName } from '#client/lib/product.ts';
import { hashAddress } from '#client/lib/router.ts';
import { usePageTitle } from '#client/lib/page-title.ts';

const OFFERS = [
  { title: '数据洞察', text: '企业、机构、交易事件、基金、管理人、赛道与产业名录，按任意字段筛选与排序。' },
  { title: '逐条可溯', text: '每条记录都有来源与修改历史；只知道年份或量级的信息，如实呈现。' },
  { title: '随需扩展', text: '新增字段即时出现在列表、详情与表单中，无需等待发布。' },
];

/** What visitors see before they sign in. */
export function LandingPage() {
  usePageTitle('首页');
  return (
    <Box component="main" sx={{ minHeight: '100dvh', display: 'flex', flexDirection: 'column' }}>
      <Box sx={{ color: 'common.white', background: 'radial-gradient(circle at 15% 10%, #1d6172, var(--ink) 55%)' }}>
        <Stack direction="row" sx={{ alignItems: 'center', gap: 1.25, maxWidth: 1180, mx: 'auto', px: 3, py: 2 }}>
          <Box
            aria-hidden
            sx={{
              width: 32,
              height: 32,
              display: 'grid',
              placeItems: 'center',
              borderRadius: 1,
              bgcolor: 'rgb(255 255 255 / 16%)',
              fontWeight: 600,
            }}
          >
            {logoText()}
          </Box>
          <Typography sx={{ fontSize: 18, fontWeight: 600, mr: 'auto' }}>{productName()}</Typography>
          <Button color="inherit" variant="outlined" href={hashAddress('/login')}>
            登录
          </Button>
        </Stack>
        <Stack
          sx={{
            maxWidth: 1180,
            mx: 'auto',
            px: 3,
            pt: { xs: 6, md: 11 },
            pb: { xs: 8, md: 13 },
            gap: 2.5,
            alignItems: 'flex-start',
          }}
        >
          <Typography component="h1" sx={{ fontSize: { xs: 30, md: 44 }, fontWeight: 600, lineHeight: 1.25 }}>
            看清一级市场的每一笔交易
          </Typography>
          <Typography sx={{ fontSize: { xs: 16, md: 18 }, opacity: 0.9, maxWidth: 560 }}>
            面向投资人、创业者与服务机构的投资数据与融资对接平台。
          </Typography>
          <Button
            size="large"
            variant="contained"
            href={hashAddress('/login')}
            sx={{ px: 4, bgcolor: '#ffffff', color: 'var(--ink)', '&:hover': { bgcolor: '#e8f3f5' } }}
          >
            立即登录
          </Button>
        </Stack>
      </Box>
      <Box
        sx={{
          width: 1,
          maxWidth: 1180,
          mx: 'auto',
          px: 3,
          py: 6,
          display: 'grid',
          gap: 3,
          gridTemplateColumns: { xs: '1fr', md: 'repeat(3, 1fr)' },
        }}
      >
        {OFFERS.map((offer) => (
          <Box key={offer.title} sx={{ borderTop: 2, borderColor: 'primary.main', pt: 2 }}>
            <Typography variant="h2">{offer.title}</Typography>
            <Typography color="textSecondary" sx={{ mt: 0.75 }}>
              {offer.text}
            </Typography>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

import LockOutlined from '@mui/icons-material/LockOutlined';

/** What stands where a value may not be seen: the way to see it. */
export function LockedValue({ onUpgrade }: { readonly onUpgrade: () => void }) {
  return (
    <button type="button" className="detail-lock" onClick={onUpgrade}>
      <LockOutlined sx={{ fontSize: 14 }} aria-hidden />
      开通SVIP查看
    </button>
  );
}

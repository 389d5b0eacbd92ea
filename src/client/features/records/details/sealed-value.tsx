import LockOutlined from '@mui/icons-material/LockOutlined';

/** Replaces a value that only its owner and staff may see: no membership opens it. */
export function SealedValue() {
  return (
    <span className="detail-sealed">
      <LockOutlined sx={{ fontSize: 14 }} aria-hidden />
      仅本人与审核人员可见
    </span>
  );
}

import Typography from '@mui/material/Typography';

/** What is wrong with the line of a condition, if anything is. */
export function LineProblem({ words }: { readonly words: string | undefined }) {
  if (words === undefined) return null;
  return (
    <Typography role="alert" variant="body2" color="error" sx={{ my: 0.5 }}>
      {words}
    </Typography>
  );
}

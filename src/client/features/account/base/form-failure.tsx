/** Why what was sent was refused, read out at once. */
export function FormFailure({ message }: { readonly message: string | undefined }) {
  return (
    <div role="alert" className="login-alert">
      {message !== undefined && <p>{message}</p>}
    </div>
  );
}

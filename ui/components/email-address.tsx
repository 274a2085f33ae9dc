/** E-mail address that breaks after its @, and inside a part only if the part alone is too long. */
export function EmailAddress({ address }: { address: string }) {
  const domain = address.indexOf('@') + 1
  return (
    <span className="wrap-anywhere">
      {address.slice(0, domain)}
      <wbr />
      {address.slice(domain)}
    </span>
  )
}

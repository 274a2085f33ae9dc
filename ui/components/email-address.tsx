import { Fragment } from 'react'

/** E-mail address that breaks after its @ or a dot, and inside a word only if the word alone is too long. */
export function EmailAddress({ address }: { address: string }) {
  const parts = address.split(/(?<=[@.])/)
  return (
    <span className="wrap-anywhere">
      {parts.map((part, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address never move.
        <Fragment key={at}>
          {at > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </span>
  )
}

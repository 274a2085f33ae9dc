import type { ReactNode } from 'react'

/** Facts as names and values on two columns. */
export const FactList = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-[5.5rem_1fr] gap-x-3 gap-y-1.5 text-sm">{children}</dl>
)

/** One line of a list of facts. */
export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="truncate text-muted" title={name}>
      {name}
    </dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </>
)

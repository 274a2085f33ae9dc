import { type ReactNode, useId } from 'react'

/** Part of the report with a heading; not broken between printed pages. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="min-w-0 break-inside-avoid rounded-lg border border-line bg-surface p-4">
      <h2 id={id} className="mb-2 font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}

import type { ReactNode } from 'react'

/** Section of the page with a heading. */
export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="flex flex-col gap-3 rounded-lg border border-line bg-surface p-4 sm:p-5">
    <h2 className="font-semibold text-lg">{title}</h2>
    {children}
  </section>
)

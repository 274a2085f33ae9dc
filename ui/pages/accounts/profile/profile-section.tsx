import type { ReactNode } from 'react'

/** Section of the profile page with a heading. */
export function ProfileSection({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <section aria-label={title} className="rounded-lg border border-line bg-surface p-4 sm:p-5">
      <h2 className="font-semibold text-lg">{title}</h2>
      {lead && <p className="text-muted text-sm">{lead}</p>}
      <div className="mt-4">{children}</div>
    </section>
  )
}

import type { ReactNode } from 'react'

/** Section of the details panel, with a heading and an optional action. */
export function Section({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-2 px-4 py-3">
      <div className="flex min-h-control-sm items-center gap-2">
        <h3 className="min-w-0 flex-1 truncate font-medium text-muted text-sm">{title}</h3>
        {action}
      </div>
      {children}
    </section>
  )
}

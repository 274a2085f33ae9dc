import { type ReactNode, useId } from 'react'

/** Part of the settings with a heading and lines between its rows. */
export function Section({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-lg border border-line bg-surface">
      <div className="border-line border-b px-4 py-2.5">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {hint && <p className="text-muted text-sm">{hint}</p>}
      </div>
      <div className="divide-y divide-line">{children}</div>
    </section>
  )
}

import type { ReactNode } from 'react'

/** Placeholder for an empty list, at a third of the height: what is missing and the action that fills it. */
export function EmptyState({
  icon,
  title,
  text,
  action,
  isPage = false,
}: {
  icon?: ReactNode
  title: string
  text?: string
  action?: ReactNode
  /** True if nothing else is on the page; the title becomes its heading. */
  isPage?: boolean
}) {
  const Title = isPage ? 'h1' : 'p'
  return (
    <div className="flex h-full min-h-64 flex-col items-center gap-3 px-6 py-4 text-center before:flex-1 after:flex-2">
      {icon && (
        <span
          aria-hidden
          className="flex size-12 items-center justify-center rounded-lg bg-sunken text-muted dark:bg-hover [&_svg]:size-6"
        >
          {icon}
        </span>
      )}
      <div className="max-w-sm">
        <Title className="font-semibold text-lg">{title}</Title>
        {text && <p className="mt-1 text-muted">{text}</p>}
      </div>
      {action}
    </div>
  )
}

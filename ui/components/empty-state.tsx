import type { ReactNode } from 'react'

/** Placeholder for an empty list: what is missing and the action that fills it. */
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
    <div className="flex flex-col items-center justify-center gap-3 px-6 py-12 text-center">
      {icon && (
        <span
          aria-hidden
          className="flex size-12 items-center justify-center rounded-full bg-sunken text-muted dark:bg-hover [&_svg]:size-6"
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

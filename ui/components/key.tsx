import type { ReactNode } from 'react'

/** Key of a shortcut, drawn as a key. */
export const Key = ({ children }: { children: ReactNode }) => (
  <kbd className="rounded-sm border border-line bg-sunken px-1.5 py-0.5 font-sans text-muted text-xs dark:bg-hover">
    {children}
  </kbd>
)
